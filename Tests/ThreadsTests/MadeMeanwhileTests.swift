import Facet
import FacetTestSupport
import Foundation
import Testing

private final class Part: Sendable {}

/// Children, decorators and scoped services that come at the very moment when another thread ends or fills the container.
@Suite(.timeLimit(.minutes(20))) struct MadeMeanwhileTests {
  /// Where threads meet without falling asleep, so that they go on together.
  private final class Crossing: Sendable {
    private let count = Locked<Int>(0)

    func meet(_ all: Int) {
      count.add(1)
      var patience = 10_000
      while count.value < all {
        patience -= 1
        // On a busy machine the other one may have to wait for this core.
        if patience < 0 { Thread.sleep(forTimeInterval: 0.000_05) }
      }
    }
  }

  /// Runs threads that begin each round together: one does the first, and so many as said do the second.
  private func inRounds(
    _ rounds: Int, seconds: Int = 1, _ first: @escaping @Sendable (Int) -> Void,
    _ second: @escaping @Sendable (Int) -> Void
  ) {
    let crossings = (0..<rounds).map { _ in Crossing() }
    concurrently(1 + seconds) { thread in
      for round in 0..<rounds {
        crossings[round].meet(1 + seconds)
        if thread == 0 { first(round) } else { second(round) }
      }
    }
  }

  @Test func `a child that is made while its parent closes is disposed of, or keeps nothing`() throws {
    let rounds = 500
    let parents = (0..<rounds).map { _ in Container() }
    for parent in parents { parent.failureHandler = { _ in } }
    let children = Recorder<Container>()
    let (made, disposed) = (Counter(), Counter())
    inRounds(rounds) { round in
      try? parents[round].close()
    } _: { round in
      let child = Container(parent: parents[round])
      children.add(child)
      child.register(Part.self) { _ in
        made.next()
        return Part()
      }.inObjectScope(.container)
        .onClose { _ in disposed.next() }
      // What comes too late ends at once.
      _ = child.resolve(Part.self)
    }
    #expect(disposed.value == made.value)
    for child in children.all { try child.close() }
    #expect(disposed.value == made.value)
  }

  @Test func `a scoped service that two threads ask for while its registration is replaced ends`() throws {
    let containers = (0..<1_000).map { _ in Container() }
    let (made, ended) = (Counter(), Counter())
    @Sendable func register(with container: Container) {
      container.register(Part.self) { _ in
        made.next()
        return Part()
      }.inObjectScope(.scoped)
        .onClose { _ in ended.next() }
    }
    for container in containers { register(with: container) }
    inRounds(containers.count, seconds: 2) { round in
      containers[round].registerAtomically(register)
    } _: { round in
      _ = containers[round].resolve(Part.self)
    }
    for container in containers { try container.close() }
    #expect(ended.value == made.value)
  }

  @Test func `a decorator that was declared decorates what is shown later, from the first resolve on`() {
    let containers = (0..<500).map { _ in Container() }
    let plain = Counter()
    inRounds(containers.count) { round in
      containers[round].registerAtomically { container in
        container.register(Int.self) { 1 }.inObjectScope(.container)
      }
    } _: { round in
      containers[round].decorate(Int.self) { _, inner in inner + 1 }
      while true {
        guard let number = containers[round].optional(Int.self) else { continue }
        if number != 2 { plain.next() }
        return
      }
    }
    #expect(plain.value == 0)
  }

  @Test func `a decorator that is declared during the registration, or a forward, decorates, once`() {
    let rounds = 500
    let containers = (0..<rounds).map { _ in Container() }
    inRounds(rounds) { round in
      containers[round].register(Int.self) { 1 }
    } _: { round in
      containers[round].decorate(Int.self) { _, inner in inner + 1 }
    }
    let entries = containers.map { $0.register(Int.self, name: "forwarded") { 1 } }
    inRounds(rounds) { round in
      entries[round].implements(String.self) { "\($0)" }
    } _: { round in
      containers[round].decorate(Int.self, name: "forwarded") { _, inner in inner + 1 }
    }
    let wrong = containers.count { $0.resolve(Int.self) != 2 || $0.resolve(String.self) != "2" }
    #expect(wrong == 0)
  }
}
