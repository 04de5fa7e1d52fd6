import Facet
import FacetTestSupport
import Testing

/// What a thread has built, and another one has built meanwhile as well, is released.
@Suite(.timeLimit(.minutes(20))) struct NeedlessInstanceTests {
  /// How many instances were made, and how many are gone.
  private final class Living: Sendable {
    let (made, gone) = (Counter(), Counter())
  }

  private class Part: @unchecked Sendable {
    private let living: Living

    init(_ living: Living) {
      self.living = living
      living.made.next()
    }

    deinit { living.gone.next() }
  }
  private final class House: Part, @unchecked Sendable {}
  private final class Door: Part, @unchecked Sendable {}
  private final class Key: Part, @unchecked Sendable {}

  @Test func `a build that lost against another thread leaves nothing behind`() async {
    let (houses, keys) = (Living(), Living())
    do {
      let (container, completes, begun, runs) = (Container(), Gate(), Gate(), Counter())
      container.register(House.self) { r in
        _ = try r.require(Door.self)
        return House(houses)
      }.inObjectScope(.container)
      container.register(Door.self) { _ in Door(Living()) }.inObjectScope(.container)
        .initCompleted { r, _ in
          completes.open()
          begun.pass()
          _ = try r.require(Key.self)
        }
      container.register(Key.self) { r in
        if runs.next() == 1 {
          begun.open()
          completes.pass()
        }
        _ = try r.require(House.self)
        return Key(keys)
      }.inObjectScope(.container)
      let first = ThreadRun { container.resolve(House.self) != nil }
      let second = ThreadRun { container.resolve(Key.self) != nil }
      #expect(first.result == true)
      #expect(second.result == true)
    }
    // The thread that completes the door builds the key, and for that a second house; or the other one does, and the house's is there a third
    // time.
    #expect((2...3).contains(keys.made.value))
    #expect((2...3).contains(houses.made.value))
    let rest = { keys.made.value == keys.gone.value && houses.made.value == houses.gone.value ? nil : keys }
    #expect(await isReleased(rest))
  }

  @Test func `neither does what was built on a service whose completion fails`() async {
    struct Jammed: Error {}
    let (doors, keys) = (Living(), Living())
    do {
      let (container, completes, begun, runs) = (Container(), Gate(), Gate(), Counter())
      container.register(Door.self) { _ in Door(doors) }.inObjectScope(.container)
        .initCompleted { r, _ in
          let isFirst = runs.next() == 1
          completes.open()
          begun.pass()
          _ = try r.require(Key.self)
          if isFirst { throw Jammed() }
        }
      container.register(Key.self) { r in
        begun.open()
        completes.pass()
        _ = try r.require(Door.self)
        return Key(keys)
      }.inObjectScope(.container)
      container.failureHandler = { _ in }
      let first = ThreadRun { container.resolve(Door.self) != nil }
      let second = ThreadRun { container.resolve(Key.self) != nil }
      #expect(first.result == false)
      #expect(second.result == true)
    }
    #expect(keys.made.value >= 2)
    #expect(doors.made.value >= 2)
    let rest = { keys.made.value == keys.gone.value && doors.made.value == doors.gone.value ? nil : keys }
    #expect(await isReleased(rest))
  }
}
