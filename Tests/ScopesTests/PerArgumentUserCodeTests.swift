import Facet
import FacetTestSupport
import Testing

/// An argument whose `==` or `hash(into:)` does what the test says, once.
private final class Nosy: Hashable, Sendable {
  let number: Int
  private let onHash: Locked<(@Sendable () -> Void)?>
  private let onEqual: Locked<(@Sendable () -> Void)?>

  init(_ number: Int, onHash: (@Sendable () -> Void)? = nil, onEqual: (@Sendable () -> Void)? = nil) {
    self.number = number
    self.onHash = Locked(onHash)
    self.onEqual = Locked(onEqual)
  }

  static func == (left: Nosy, right: Nosy) -> Bool {
    left.onEqual.exchange(nil)?()
    right.onEqual.exchange(nil)?()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { onHash.exchange(nil)?() }
}
private final class Service: Sendable {
  let number: Int
  let onDeinit: (@Sendable () -> Void)?
  init(_ number: Int, onDeinit: (@Sendable () -> Void)? = nil) {
    self.number = number
    self.onDeinit = onDeinit
  }
  deinit { onDeinit?() }
}

/// Arguments and instances whose code uses the container while it works.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentUserCodeTests {
  private let container = Container()
  private let entry: ServiceEntry<Service>

  init() {
    container.failureHandler = { _ in }
    entry = container.register(Service.self) { (_, key: Nosy) in Service(key.number) }
      .inObjectScope(.perArgument)
  }

  @Test(arguments: [false, true], [false, true])
  func `a hash or a comparison that resolves the same value, after a reset or not, leaves one instance`(
    isHash: Bool, resets: Bool
  ) throws {
    let old = try container.require(Service.self, argument: Nosy(1))
    let inner = Recorder<Service?>()
    let action: @Sendable () -> Void = { [container] in
      if resets { container.resetObjectScope(.perArgument) }
      inner.add(container.resolve(Service.self, argument: Nosy(1)))
    }
    let new = try container.require(
      Service.self, argument: isHash ? Nosy(1, onHash: action) : Nosy(1, onEqual: action))
    #expect((new === old) == !resets)
    #expect(inner.all.count == 1 && inner.all[0] === new)
    #expect(try container.require(Service.self, argument: Nosy(1)) === new)
  }

  @Test func `a comparison that adds the same value leaves one instance`() throws {
    _ = try container.require(Service.self, argument: Nosy(0))
    let inner = Recorder<Service?>()
    let outer = try container.require(
      Service.self,
      argument: Nosy(
        1, onEqual: { [container] in inner.add(container.resolve(Service.self, argument: Nosy(1))) }))
    #expect(inner.all.count == 1 && inner.all[0] === outer)
  }

  @Test func `a comparison that removes the entry, or changes its scope, still serves that resolve`() throws {
    for action: @Sendable () -> Void in [
      { [entry] in entry.inObjectScope(.transient) },
      { [container] in container.unregister(Service.self, arguments: Nosy.self) },
    ] {
      entry.inObjectScope(.perArgument)
      let first = try container.require(Service.self, argument: Nosy(1))
      #expect(try container.require(Service.self, argument: Nosy(1, onEqual: action)).number == 1)
      #expect(container.resolve(Service.self, argument: Nosy(1)) !== first)
    }
  }

  @Test func `an instance may use its table while it dies`() async throws {
    let (died, inner) = (Counter(), Counter())
    container.register(Service.self) { [unowned container] (_, number: Int) in
      Service(
        number,
        onDeinit: { [weak container] in
          died.next()
          // Once: each dies in turn.
          if inner.next() < 5 { _ = container?.resolve(Service.self, argument: number + 100) }
          container?.resetObjectScope(.perArgument)
        })
    }.inObjectScope(.perArgument)
    for number in 0..<20 { _ = try container.require(Service.self, argument: number) }
    container.resetObjectScope(.perArgument)
    #expect(await isReleased { died.value < 20 ? container : nil })
  }

  @Test(arguments: ["reset", "removal", "scope"])
  func `an argument may use the container while it dies`(way: String) throws {
    final class Dying: Hashable, Sendable {
      let onDeinit: @Sendable () -> Void
      init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
      static func == (left: Dying, right: Dying) -> Bool { left === right }
      func hash(into hasher: inout Hasher) {}
    }
    container.register(Int.self) { _ in 5 }
    let entry = container.register(Service.self) { (_, _: Dying) in Service(1) }.inObjectScope(.perArgument)
    let found = Recorder<Int?>()
    _ = container.resolve(
      Service.self, argument: Dying { [container] in found.add(container.resolve(Int.self)) })
    switch way {
    case "reset": container.resetObjectScope(.perArgument)
    case "removal": container.unregister(Service.self, arguments: Dying.self)
    default: entry.inObjectScope(.graph)
    }
    #expect(found.all == [5])
  }
}
