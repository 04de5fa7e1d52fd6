import Testing

@testable import Facet

/// What a registry notes of registrations that took the place of others.
@Suite(.timeLimit(.minutes(20))) struct ReplacementListTests {
  private func replacement(_ place: Int, order: Int) -> Replacement {
    Replacement(
      key: ServiceKey(Int.self), old: CodeLocation(fileID: "App.swift", line: place),
      new: CodeLocation(fileID: "App.swift", line: 100 + place), order: order)
  }

  @Test(arguments: [1, 10, 1_000])
  func `the last one counts for each pair of places, in order, and the others fill no memory`(places: Int) {
    var list = ReplacementList()
    for order in 0..<10_000 { _ = list.add(replacement(order % places, order: order)) }
    #expect(list.inOrder.map(\.order) == Array(10_000 - places..<10_000))
    #expect(list.all.count <= max(64, 2 * places))
  }

  @Test func `what it drops goes to the caller, to be released outside the lock`() {
    var list = ReplacementList()
    let dropped = (0..<64).map { list.add(replacement($0 % 2, order: $0)).count }
    #expect(dropped.allSatisfy { $0 == 0 })
    #expect(list.add(replacement(0, order: 64)).count == 64)
    #expect(list.add(replacement(0, order: 65)).map(\.order) == [64])
  }
}
