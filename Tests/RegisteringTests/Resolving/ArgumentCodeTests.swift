import Facet
import FacetTestSupport
import Testing

private final class Part: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// An argument whose equality and hash resolve services, so that the cycle grows while it is looked at.
private struct Stamp: Hashable, Sendable {
  let number: Int
  let next: Counter
  unowned let container: Container

  private func resolve() {
    let number = next.next()
    guard container.resolve(Int.self, argument: number) == number else { fatalError("wrong number") }
  }

  static func == (left: Stamp, right: Stamp) -> Bool {
    left.resolve()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    resolve()
    hasher.combine(number)
  }
}

/// What an argument does while it is compared or hashed does no harm to the cycle.
@Suite(.timeLimit(.minutes(20))) struct ArgumentCodeTests {
  @Test func `a hash and an equality that resolve, for 500 arguments twice`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, built, next) = (Container(), Counter(), Counter())
      container.register(Int.self) { (_, number: Int) in number }
      container.register(Part.self) { (_, stamp: Stamp) in
        built.next()
        return Part(stamp.number)
      }
      container.register([Part].self) { [unowned container] r in
        (0..<1000).map { number in
          r.resolve(Part.self, argument: Stamp(number: number % 500, next: next, container: container))!
        }
      }
      let parts = container.resolve([Part].self) ?? []
      #expect(parts.map(\.number) == (0..<1000).map { $0 % 500 })
      #expect(zip(parts.prefix(500), parts.suffix(500)).allSatisfy { $0 === $1 })
      #expect(built.value == 500)
    }
  }
}
