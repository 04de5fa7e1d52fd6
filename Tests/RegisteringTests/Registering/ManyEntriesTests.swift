import Facet
import Testing

/// Thousands of entries.
@Suite(.timeLimit(.minutes(20))) struct ManyEntriesTests {
  private let container = Container()

  @Test func `ten thousand entries are all found`() {
    let numbers = Array(0..<10_000)
    for number in numbers {
      container.register(Int.self, name: "\(number)") { _ in number }.implements(Any.self, name: "\(number)")
    }
    #expect(numbers.allSatisfy { container.resolve(Any.self, name: "\($0)") as? Int == $0 })
    #expect(container.resolveAll(Int.self) == numbers)
  }

  @Test func `entries that are removed and registered again among two thousand are found`() throws {
    let numbers = Array(0..<2_000)
    for number in numbers { container.register(Int.self, name: "\(number)") { _ in number } }
    for number in numbers where number % 2 == 0 { container.unregister(Int.self, name: "\(number)") }
    for number in numbers where number % 4 == 0 {
      container.register(Int.self, name: "\(number)") { _ in -number }
    }
    let found = numbers.map { container.optional(Int.self, name: "\($0)") }
    #expect(found == numbers.map { $0 % 4 == 0 ? -$0 : $0 % 2 == 0 ? nil : $0 })
  }

  @Test func `ten thousand keys that come and go do not fill the container`() {
    for number in 0..<10_000 {
      container.register(Int.self, name: "\(number)") { _ in number }
      container.unregister(Int.self, name: "\(number)")
    }
    #expect(container.description == "[\n]")
    container.register { 1 }
    #expect(container.resolve(Int.self) == 1)
  }
}
