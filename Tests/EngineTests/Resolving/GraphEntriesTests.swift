import Testing

@testable import Facet

/// The instances of a top-level resolve.
@Suite(.timeLimit(.minutes(20))) struct GraphEntriesTests {
  private let container = Container()

  private func key(_ record: Record, hash: Int = 0) -> Graph.Key {
    Graph.Key(record, Borrowed(container.registry), hash: hash)
  }
  private func entry(_ key: Graph.Key, _ arguments: KeptArguments? = nil, low: Low = .none) -> Graph.Entry {
    Graph.Entry(key: key, arguments: arguments, instance: Kept(Tea()), low: low)
  }

  @Test(arguments: [3, 23, 24, 25, 200]) func `the last entry of a key is found among few and many`(
    count: Int
  ) {
    var graph = Graph()
    let records = (0..<count).map { _ in Record.sample(in: container) }
    for record in records { graph.append(entry(key(record))) }
    for (place, record) in records.enumerated() { #expect(graph.last(key(record)) == place) }
    #expect(graph.last(key(records[0], hash: 7)) == -1)
  }

  @Test(arguments: [3, 200]) func `what is taken back is not found`(count: Int) {
    var graph = Graph()
    let records = (0..<count).map { _ in Record.sample(in: container) }
    for record in records { graph.append(entry(key(record))) }
    #expect(graph.removeAll(from: 2).count == count - 2)
    #expect(graph.last(key(records[1])) == 1)
    #expect(graph.last(key(records[2])) == -1)
  }

  @Test func `entries of one key lead to those before`() {
    var graph = Graph()
    let record = Record.sample(in: container)
    for number in 0..<3 { graph.append(entry(key(record, hash: 1), KeptArguments.keeping(number))) }
    #expect(graph.entries.map(\.previous) == [-1, 0, 1])
  }

  @Test func `what waits for an ended frame waits for a lower one`() {
    var graph = Graph()
    for low in [Low.none, .frame(1), .frame(3), .frame(4)] {
      graph.append(entry(key(Record.sample(in: container)), low: low))
    }
    graph.lower(from: 1, 3, to: .frame(2))
    #expect(graph.entries.map(\.low) == [.none, .frame(1), .frame(2), .frame(2)])
  }
}
