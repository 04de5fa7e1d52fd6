import Facet
import FacetInspection
import Testing

/// That no registration in the place of another one is forgotten, however many there are.
@Suite(.timeLimit(.minutes(20))) struct ManyReplacementsTests {
  @Test(arguments: [1, 63, 64, 65, 128, 200]) func `each duplicate is told`(count: Int) {
    let container = Container()
    let names = (0..<count).map { "\($0)" }
    // On lines of their own: what a loop registers again is one duplicate.
    for _ in 1...2 {
      for (line, name) in names.enumerated() {
        container.register(Int.self, name: name, line: line) { _ in 1 }
      }
    }
    let duplicates = container.verify().problems.filter { $0.kind == .duplicate }
    #expect(duplicates.compactMap(\.key.name) == names, "\(duplicates.count)")
  }
}
