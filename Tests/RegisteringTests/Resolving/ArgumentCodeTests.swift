import Facet
import FacetTestSupport
import Testing

private final class Part: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private final class Extra: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// An argument whose equality and hash resolve services, so that the cycle grows while it is looked at.
private struct Stamp: Hashable, Sendable {
  let number: Int
  let resolvesInHash: Bool
  let resolvesInEquality: Bool
  let next: Counter
  unowned let container: Container

  private func resolve() {
    let number = next.next()
    guard container.resolve(Extra.self, argument: number)?.number == number else { fatalError("wrong extra") }
  }

  static func == (left: Stamp, right: Stamp) -> Bool {
    if left.resolvesInEquality { left.resolve() }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    if resolvesInHash { resolve() }
    hasher.combine(number)
  }
}

/// Resolves 500 parts twice in one cycle, each with an argument of its own.
private func expectOnePartForEachArgument(hash: Bool, equality: Bool) {
  endProcess()
  let (container, built, next) = (Container(), Counter(), Counter())
  container.register(Extra.self) { (_, number: Int) in Extra(number) }
  container.register(Part.self) { (_, stamp: Stamp) in
    built.next()
    return Part(stamp.number)
  }
  container.register([Part].self) { [unowned container] r in
    (0..<1000).map { number in
      let stamp = Stamp(
        number: number % 500, resolvesInHash: hash, resolvesInEquality: equality, next: next,
        container: container)
      return r.resolve(Part.self, argument: stamp)!
    }
  }
  let parts = container.resolve([Part].self) ?? []
  #expect(parts.map(\.number) == (0..<1000).map { $0 % 500 })
  #expect(zip(parts.prefix(500), parts.suffix(500)).allSatisfy { $0 === $1 })
  #expect(built.value == 500)
}

/// What an argument does while it is compared or hashed does no harm to the cycle.
@Suite(.timeLimit(.minutes(20))) struct ArgumentCodeTests {
  @Test func `a hash that resolves`() async {
    await #expect(processExitsWith: .success) { expectOnePartForEachArgument(hash: true, equality: false) }
  }

  @Test func `an equality that resolves`() async {
    await #expect(processExitsWith: .success) { expectOnePartForEachArgument(hash: false, equality: true) }
  }

  @Test func `a hash and an equality that resolve`() async {
    await #expect(processExitsWith: .success) { expectOnePartForEachArgument(hash: true, equality: true) }
  }
}
