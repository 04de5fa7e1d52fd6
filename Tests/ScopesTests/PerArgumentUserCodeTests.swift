import Facet
import FacetTestSupport
import Testing

/// An argument whose `==` and `hash(into:)` do what the test says, once.
private final class Nosy: Hashable, Sendable {
  let number: Int
  private let onHash: Locked<(@Sendable () -> Void)?>
  private let onEqual: Locked<(@Sendable () -> Void)?>

  init(
    _ number: Int, onHash: (@Sendable () -> Void)? = nil, onEqual: (@Sendable () -> Void)? = nil
  ) {
    self.number = number
    self.onHash = Locked(onHash)
    self.onEqual = Locked(onEqual)
  }

  private func run(_ action: Locked<(@Sendable () -> Void)?>) {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  static func == (left: Nosy, right: Nosy) -> Bool {
    left.run(left.onEqual)
    right.run(right.onEqual)
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { run(onHash) }
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
  private let builds = Counter()

  init() {
    container.failureHandler = { _ in }
    container.register(Service.self) { [builds] (_, key: Nosy) in
      builds.next()
      return Service(key.number)
    }.inObjectScope(.perArgument)
  }

  private func ask(_ key: Nosy) throws -> Service { try container.require(Service.self, argument: key) }

  @Test func `a hash that resolves the same value leaves one instance`() throws {
    let inner = Recorder<Service>()
    let first = try ask(
      Nosy(
        1,
        onHash: { [container] in
          if let service = container.resolve(Service.self, argument: Nosy(1)) { inner.add(service) }
        }))
    #expect(inner.all.first === first)
    #expect(builds.value == 1)
  }

  @Test func `a comparison that adds the same value leaves one instance`() throws {
    _ = try ask(Nosy(0))
    let inner = Recorder<Service>()
    // Compared with the one that is there, while the equal one is added.
    let first = try ask(
      Nosy(
        1,
        onEqual: { [container] in
          if let service = container.resolve(Service.self, argument: Nosy(1)) { inner.add(service) }
        }))
    #expect(inner.all.first === first)
    #expect(builds.value == 2)
  }

  @Test func `a comparison that resets gets a new instance, found afterwards`() throws {
    let old = try ask(Nosy(1))
    let new = try ask(Nosy(1, onEqual: { [container] in container.resetObjectScope(.perArgument) }))
    #expect(new !== old)
    #expect(try ask(Nosy(1)) === new)
  }

  @Test func `a comparison that resets and adds gets what was added`() throws {
    _ = try ask(Nosy(1))
    let inner = Recorder<Service>()
    let new = try ask(
      Nosy(
        1,
        onEqual: { [container] in
          container.resetObjectScope(.perArgument)
          if let service = container.resolve(Service.self, argument: Nosy(1)) { inner.add(service) }
        }))
    #expect(inner.all.first === new)
  }

  @Test func `a comparison that removes the entry still serves that resolve`() throws {
    _ = try ask(Nosy(1))
    let last = try ask(
      Nosy(1, onEqual: { [container] in container.unregister(Service.self, arguments: Nosy.self) }))
    #expect(last.number == 1)
    #expect(container.resolve(Service.self, argument: Nosy(1)) == nil)
  }

  @Test func `a comparison that closes the container ends in a failure`() throws {
    _ = try ask(Nosy(1))
    let error = #expect(throws: ResolutionError.self) {
      try ask(Nosy(1, onEqual: { [container] in try? container.close() }))
    }
    #expect(error?.code == .containerClosed)
  }

  @Test func `a comparison that resets and resolves the value itself leaves one instance`() throws {
    _ = try ask(Nosy(0))
    let inner = Recorder<Service?>()
    let outer = try ask(
      Nosy(
        1,
        onEqual: { [unowned container] in
          container.resetObjectScope(.perArgument)
          inner.add(container.resolve(Service.self, argument: Nosy(1)))
        }))
    #expect(inner.all.count == 1 && inner.all[0] === outer)
    #expect(try ask(Nosy(1)) === outer)
  }

  @Test func `a comparison that changes the scope still serves that resolve`() throws {
    _ = try ask(Nosy(1))
    let entry = container.register(Service.self) { (_, key: Nosy) in Service(key.number) }
      .inObjectScope(.perArgument)
    _ = try ask(Nosy(2))
    let last = try ask(Nosy(2, onEqual: { entry.inObjectScope(.transient) }))
    #expect(last.number == 2)
    #expect(try ask(Nosy(2)) !== last)
  }

  @Test func `an instance may use its table while it dies`() async throws {
    let died = Counter()
    let (container, inner) = (container, Counter())
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
}
