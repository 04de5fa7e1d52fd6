import Facet
import FacetTestSupport
import Foundation
import Testing

private protocol Animal: AnyObject, Sendable {}
private protocol Carnivore: AnyObject, Sendable {}
private final class Dog: Animal, Carnivore {
  let name: String

  init(_ name: String = "") {
    self.name = name
  }
}
private final class Food: Sendable {}
private struct Collar: Sendable {
  let number: Int
}

/// Everything at once, from eight threads.
///
/// What counts is that nothing crashes, and that ThreadSanitizer is silent.
@Suite(.timeLimit(.minutes(20))) struct StressTests {
  @Test func `eight threads register, forward, change scopes, reset, resolve, and make children`() {
    let container = Container { $0.failureHandler = { _ in } }
    let scopes: [ObjectScope] = [
      .transient, .graph, .container, .weak,
      ObjectScope(storageFactory: PermanentStorage.init, description: "permanent"),
      ObjectScope(storageFactory: GraphStorage.init, description: "graphs"),
    ]
    let entry = container.register(Animal.self) { r in
      _ = r.resolve(Food.self)
      return Dog()
    }
    entry.implements(Carnivore.self)
    container.register(Food.self) { _ in Food() }
    container.register(Collar.self) { _, number in Collar(number: number) }
    let wrong = Counter()
    concurrently(8) { thread in
      var random = Sequence32(thread + 1)
      for round in 0..<400 {
        switch random.next(below: 12) {
        case 0: container.register(Food.self) { _ in Food() }.inObjectScope(scopes[round % scopes.count])
        case 1: container.forward(Carnivore.self, name: "n\(round % 5)", to: entry)
        case 2: entry.inObjectScope(scopes[random.next(below: scopes.count)])
        case 3: container.resetObjectScope(scopes[random.next(below: scopes.count)])
        case 4:
          let child = Container(parent: container)
          child.register(Food.self) { _ in Food() }
          if child.resolve(Animal.self) == nil { wrong.next() }
          _ = child.resolve(Lazy<Food>.self)?.instance
        case 5: _ = container.resolve(Carnivore.self, name: "n\(round % 5)")
        case 6: if container.resolve(Collar.self, argument: round)?.number != round { wrong.next() }
        case 7: entry.initCompleted { _, _ in }
        case 8: _ = container.description
        case 9: container.unregister(Carnivore.self, name: "n\(round % 5)")
        case 10: if case .some(.none) = container.resolve(Animal?.self) { wrong.next() }
        default:
          guard container.resolve(Animal.self) is Dog, container.resolve(Carnivore.self) is Dog else {
            wrong.next()
            continue
          }
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func `threads decorate services of one container`() {
    let container = Container()
    let names = (0..<4).map { thread in (0..<200).map { "\(thread) \($0)" } }
    concurrently(4) { thread in
      for name in names[thread] {
        container.decorate(Int.self, name: name) { _, inner in inner + 1 }
      }
    }
    for name in names.joined() { container.register(Int.self, name: name) { 1 } }
    #expect(names.joined().allSatisfy { container.resolve(Int.self, name: $0) == 2 })
  }

  @Test func `readers of one key never miss it while others register`() {
    let container = Container()
    container.register(Dog.self) { _ in Dog("old") }
    let missed = Counter()
    concurrently(4) { thread in
      if thread == 0 {
        for number in 0..<2000 { container.register(Dog.self, name: "\(number)") { _ in Dog() } }
      } else if thread == 1 {
        for _ in 0..<2000 { container.register(Dog.self) { _ in Dog("new") } }
      } else {
        for _ in 0..<4000 {
          if case .some(.none) = container.resolve(Dog?.self) { missed.next() }
        }
      }
    }
    #expect(missed.value == 0)
  }

  @Test func `an instance that is replaced under readers is released in the end`() {
    let container = Container()
    let alive = Counter()
    let dead = Counter()
    final class Tracked: Sendable {
      let dead: Counter

      init(_ alive: Counter, _ dead: Counter) {
        self.dead = dead
        alive.next()
      }

      deinit { dead.next() }
    }
    container.register(Tracked.self) { _ in Tracked(alive, dead) }.inObjectScope(.container)
    concurrently(4) { thread in
      for _ in 0..<500 {
        if thread == 0 { container.resetObjectScope(.container) } else { _ = container.resolve(Tracked.self) }
      }
    }
    container.resetObjectScope(.container)
    // Readers of other tests may be inside resolves that began before; each registration looks again.
    for _ in 0..<Int(patience / 0.01) where dead.value != alive.value {
      container.register(Food.self) { _ in Food() }
      Thread.sleep(forTimeInterval: 0.01)
    }
    #expect(dead.value == alive.value)
  }

  @Test func `children come and go while their parent is used`() {
    let parent = Container()
    parent.register(Food.self) { _ in Food() }.inObjectScope(.container)
    parent.register(Dog.self) { r in
      _ = r.resolve(Food.self)
      return Dog(r.resolve(String.self)!)
    }
    parent.register(String.self) { _ in "parent" }
    let wrong = Counter()
    concurrently(8) { thread in
      for _ in 0..<300 {
        let child = Container(parent: parent)
        child.register(String.self) { _ in "child \(thread)" }
        if child.resolve(Dog.self)?.name != "child \(thread)" { wrong.next() }
        if parent.resolve(Dog.self)?.name != "parent" { wrong.next() }
      }
    }
    #expect(wrong.value == 0)
  }
}
