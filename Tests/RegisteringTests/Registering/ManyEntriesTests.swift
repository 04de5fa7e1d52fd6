import Facet
import Testing

/// Ten thousand entries.
@Suite(.timeLimit(.minutes(20))) struct ManyEntriesTests {
  private let container = Container()
  private let count = 10_000

  @Test func `ten thousand entries are all found, also after half of them were removed`() throws {
    for number in 0..<count {
      container.register(Int.self, name: "\(number)") { _ in number }.implements(Any.self, name: "\(number)")
    }
    #expect((0..<count).allSatisfy { container.resolve(Any.self, name: "\($0)") as? Int == $0 })
    #expect(container.resolveAll(Int.self) == Array(0..<count))
    for number in stride(from: 0, to: count, by: 2) { container.unregister(Int.self, name: "\(number)") }
    for number in stride(from: 0, to: count, by: 4) {
      container.register(Int.self, name: "\(number)") { _ in -number }
    }
    let found = try (0..<count).map { try container.require(Int?.self, name: "\($0)") }
    #expect(found == (0..<count).map { $0 % 4 == 0 ? -$0 : $0 % 2 == 0 ? nil : $0 })
  }

  @Test func `many keys that come and go do not fill the container`() {
    for number in 0..<count {
      container.register(Int.self, name: "\(number)") { _ in number }
      container.unregister(Int.self, name: "\(number)")
    }
    #expect(container.description == "[\n]")
    container.register { 1 }
    #expect(container.resolve(Int.self) == 1)
  }
}
