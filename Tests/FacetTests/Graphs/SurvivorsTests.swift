import FacetTestSupport
import Testing

@testable import Facet

/// What is left of an ended cycle.
@Suite(.offPool, .timeLimit(.minutes(5))) struct SurvivorsTests {
  private let graph = GraphIdentifier()

  private func key(_ number: Int) -> Survivors.Key { Survivors.Key(storage: number) }

  @Test func `an instance is found while somebody holds it`() {
    var tea: Tea? = Tea()
    graph.survivors.insert(tea.unsafelyUnwrapped, for: key(1))
    #expect(graph.survivors.find(key(1)).first?.service as? Tea === tea)
    tea = nil
    #expect(graph.survivors.find(key(1)).allSatisfy { $0.service == nil })
  }

  @Test func `the record and the builder both count`() {
    let (tea, one, other) = (Tea(), Container(), Container())
    func key(_ record: Int, _ builder: Container) -> Survivors.Key {
      Survivors.Key(record: record, builder: Borrowed(builder.registry))
    }
    graph.survivors.insert(tea, for: key(1, one))
    #expect(graph.survivors.find(key(1, one)).count == 1)
    #expect(graph.survivors.find(key(2, one)).isEmpty)
    #expect(graph.survivors.find(key(1, other)).isEmpty)
    #expect(graph.survivors.find(Survivors.Key(storage: 1)).isEmpty)
    withExtendedLifetime((tea, one, other)) {}
  }

  @Test func `instances with different arguments are kept side by side`() {
    let (green, black) = (Tea(), Tea())
    graph.survivors.insert(green, arguments: RememberedArguments(["green"]), for: key(1))
    graph.survivors.insert(black, arguments: RememberedArguments(["black"]), for: key(1))
    let found = graph.survivors.find(key(1))
    #expect(found.count == 2)
    #expect(found.first { $0.arguments?.areEqual(to: ["green"]) == true }?.service as? Tea === green)
    #expect(found.first { $0.arguments?.areEqual(to: ["black"]) == true }?.service as? Tea === black)
    #expect(!found.contains { $0.arguments?.areEqual(to: ["white"]) == true })
    withExtendedLifetime((green, black)) {}
  }

  @Test func `an instance that is inserted again is kept once`() {
    let tea = Tea()
    for _ in 0..<10 { graph.survivors.insert(tea, for: key(1)) }
    #expect(graph.survivors.find(key(1)).count == 1)
    withExtendedLifetime(tea) {}
  }

  @Test func `what is gone leaves a key at its next insertion`() {
    for _ in 0..<100 { graph.survivors.insert(Tea(), for: key(1)) }
    #expect(graph.survivors.find(key(1)).count == 1)
  }

  @Test func `what is gone under other keys is removed as the table grows`() {
    for number in 0..<1_000 { graph.survivors.insert(Tea(), for: key(number)) }
    #expect((0..<1_000).map { graph.survivors.find(key($0)).count }.reduce(0, +) <= 8)
  }

  @Test func `the size is in proportion to what lives`() {
    let living = (0..<20).map { _ in Tea() }
    for number in 0..<2_000 {
      graph.survivors.insert(Tea(), for: key(number))
      if number.isMultiple(of: 100) {
        graph.survivors.insert(living[number / 100], for: key(number))
      }
    }
    let counts = (0..<2_000).map { graph.survivors.find(key($0)).count }
    #expect(counts.reduce(0, +) <= 2 * living.count)
    #expect((0..<20).allSatisfy { graph.survivors.find(key($0 * 100)).contains { $0.service != nil } })
    withExtendedLifetime(living) {}
  }

  @Test func `an instance whose last reference goes during an insertion may use the table`() {
    // Its end comes outside the lock.
    for number in 0..<100 {
      let farewell = Farewell { [graph] in
        graph.survivors.insert(Cake(), for: Survivors.Key(storage: 10_000 + number))
      }
      graph.survivors.insert(farewell, for: key(number))
    }
    #expect(graph.survivors.find(key(10_000)).count <= 1)
  }

  @Test func `an argument that goes with an instance may use the table`() {
    let graph = graph
    let key = key(1)
    let run = ThreadRun {
      let label = Label(farewell: Farewell { _ = graph.survivors.find(key) })
      graph.survivors.insert(Tea(), arguments: RememberedArguments([label]), for: key)
      return graph.survivors.find(key).count
    }
    #expect(run.result == 1)
    // The only one that still holds the argument is the table.
    let next = ThreadRun {
      graph.survivors.insert(nil, for: key)
      return graph.survivors.find(key).count
    }
    #expect(next.result == 0)
  }

  @Test func `the arguments of an instance that goes with its cycle are forgotten`() {
    for keepsInstances in [false, true] {
      let graph = GraphIdentifier(keepsInstances: keepsInstances)
      let ended = Recorder<String>()
      func insert(_ tea: Tea, _ text: String) {
        let label = Label(farewell: Farewell { ended.add(text) })
        graph.survivors.insert(tea, arguments: RememberedArguments([label]), for: key(1))
      }
      let held = Tea()
      insert(held, "held")
      insert(Tea(), "gone")
      insert(Tea(), "gone")
      graph.survivors.forgetGone()
      #expect(ended.all == (keepsInstances ? [] : ["gone", "gone"]))
      graph.survivors.release()
      #expect(ended.all == ["gone", "gone"])
      #expect(graph.survivors.find(key(1)).map { $0.service as? Tea === held } == [true])
    }
  }

  @Test func `an instance whose last reference goes while the table is read may use the table`() throws {
    let others: [AnyObject] = (0..<5_000).map { _ in Tea() }
    for round in 0..<10 {
      let (graph, key) = (GraphIdentifier(), key(round))
      var last: Farewell? = Farewell { _ = graph.survivors.find(key) }
      // The first that is read; with the others that takes a while.
      for (number, object) in ([last.unsafelyUnwrapped] + others).enumerated() {
        graph.survivors.insert(object, for: Survivors.Key(storage: 10_000 + number))
      }
      graph.survivors.state.withLock { state in
        state.survivors[key] = (0...others.count).flatMap {
          state.survivors[.init(storage: 10_000 + $0)] ?? []
        }
      }
      let run = ThreadRun {
        graph.survivors.insert(nil, for: key)
        return true
      }
      while graph.survivors.state.withLockIfAvailable({ _ in }) != nil, !run.isOver {}
      last = nil
      try #require(run.result == true)
    }
    withExtendedLifetime(others) {}
  }

  @Test func `a cycle that keeps its instances finds values and objects until it releases them`() {
    let graph = GraphIdentifier(keepsInstances: true)
    weak var released: Tea?
    do {
      let tea = Tea()
      released = tea
      graph.survivors.insert(tea, for: key(1))
      graph.survivors.insert(7, for: key(2))
    }
    #expect(released != nil)
    do { #expect(graph.survivors.find(key(1)).first?.service as? Tea === released) }
    #expect(graph.survivors.find(key(2)).first?.service as? Int == 7)
    graph.survivors.release()
    #expect(released == nil)
    #expect(graph.survivors.find(key(2)).allSatisfy { $0.service == nil })
    // Afterwards it is a cycle like others.
    graph.survivors.insert(8, for: key(2))
    #expect(graph.survivors.find(key(2)).isEmpty)
  }

  @Test func `a storage has the last instance alone`() {
    let (green, black) = (Tea(), Tea())
    graph.survivors.insert(green, for: key(1), isOnly: true)
    graph.survivors.insert(black, for: key(1), isOnly: true)
    #expect(graph.survivors.find(key(1)).map { $0.service as? Tea === black } == [true])
    graph.survivors.insert(nil, for: key(1), isOnly: true)
    #expect(graph.survivors.find(key(1)).isEmpty)
    withExtendedLifetime((green, black)) {}
  }

  @Test func `threads that insert and find see no half of a change`() {
    let graph = graph
    let threads = (0..<4).map { thread in
      ThreadRun {
        for number in 0..<1_000 {
          let tea = Tea()
          let key = Survivors.Key(storage: 10 * thread + number % 10)
          graph.survivors.insert(tea, for: key)
          guard graph.survivors.find(key).contains(where: { $0.service as? Tea === tea }) else {
            return false
          }
        }
        return true
      }
    }
    for thread in threads { #expect(thread.result == true) }
  }
}

/// An argument that is kept as it is.
private struct Label: Equatable {
  let farewell: Farewell
  static func == (left: Label, right: Label) -> Bool { left.farewell === right.farewell }
}
