import Facet
import FacetTestSupport
import Foundation
import Testing

private struct Dog: Sendable { var name = "" }
private final class Food: Sendable {}

/// Threads that change a container which others read.
///
/// `ChangedWhileReadTests` has every change of an entry with every way to read it, and `LifeStressTests` all that is done by chance.
@Suite(.timeLimit(.minutes(20))) struct StressTests {
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
    let (container, missed) = (Container(), Counter())
    container.register(Dog.self) { _ in Dog(name: "old") }
    concurrently(4) { thread in
      for number in 0..<2_000 {
        switch thread {
        case 0: container.register(Dog.self, name: "\(number)") { _ in Dog() }
        case 1: container.register(Dog.self) { _ in Dog(name: "new") }
        default: for _ in 1...2 where container.optional(Dog.self) == nil { missed.next() }
        }
      }
    }
    #expect(missed.value == 0)
  }

  @Test func `an instance that is replaced under readers is released in the end`() {
    let (container, alive, dead) = (Container(), Counter(), Counter())
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
    let (parent, wrong) = (Container(), Counter())
    parent.register(Food.self) { _ in Food() }.inObjectScope(.container)
    parent.register(Dog.self) { r in
      _ = r.resolve(Food.self)
      return Dog(name: r.resolve(String.self)!)
    }
    parent.register(String.self) { _ in "parent" }
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
