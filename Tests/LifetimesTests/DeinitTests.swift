import Facet
import FacetTestSupport
import Testing

private final class Store: Sendable {}
private final class Missing {}
private final class User {}

/// Runs code when it is released.
private final class Guardian: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}

/// A `deinit` that uses the container finds it neither locked, nor in the middle of a cycle or a failure.
@Suite(.timeLimit(.minutes(20))) struct DeinitTests {
  private let container = Container()
  private let seen = Recorder<String>()

  init() {
    container.register { Store() }
  }

  @Test func `what a failure handler holds may fail to resolve in its deinit`() {
    do {
      let guardian = Guardian { [unowned container] in _ = container.resolve(Missing.self) }
      container.failureHandler = { _ in withExtendedLifetime(guardian) {} }
    }
    container.failureHandler = { [seen] in seen.add($0.key.description) }
    #expect(seen.all == ["'Missing'"])
  }

  @Test func `what is released last with a cycle may resolve, and leaves nothing to the next`() throws {
    struct Argument: Equatable, Sendable {
      let guardian: Guardian
      static func == (left: Argument, right: Argument) -> Bool { true }
    }
    let stores = Recorder<[Store]>()
    container.register([Store].self) { r in [r.resolve(Store.self)!] }
    container.register(User.self) { (_, _: Argument) in User() }
    // The lazy service keeps the identity of the cycle, and the user what was built with the argument.
    container.register((Lazy<Store>, User).self) { [container, stores] r in
      let guardian = Guardian { [unowned container] in stores.add(container.resolve([Store].self)!) }
      return (r.resolve(Lazy<Store>.self)!, r.resolve(User.self, argument: Argument(guardian: guardian))!)
    }
    container.register(Int.self) { r in r.resolve((Lazy<Store>, User).self) == nil ? 0 : 1 }
    #expect(container.resolve(Int.self) == 1)
    let inDeinit = try #require(stores.all.first)
    #expect(try container.require([Store].self)[0] !== inDeinit[0])
  }

  /// Resolves what is missing, and what is there, and notes how it went.
  private var guardian: Guardian {
    Guardian { [unowned container, seen] in
      do throws(ResolutionError) {
        if try container.require(Lazy<Store>?.self) != nil { seen.add("lazy") }
        _ = try container.require(Missing.self)
      } catch {
        seen.add("\(error.code) \(error.key)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `a failed resolve keeps its reason from what its cycle releases, or a reset in it`(isReset: Bool) async
  {
    container.register(Guardian.self) { [self] _ in guardian }.inObjectScope(isReset ? .container : .graph)
    if isReset { _ = container.resolve(Guardian.self) }
    container.register(User.self) { [unowned container] r in
      if isReset { container.resetObjectScope(.container) } else { _ = r.resolve(Guardian.self) }
      throw Broken()
    }
    let error = expectFailure(.factoryFailed, path: ["'User'"]) { try container.require(User.self) }
    #expect(error?.underlyingError is Broken)
    #expect(await isReleased { seen.all.count < 2 ? container : nil })
    #expect(seen.all == ["lazy", "notRegistered 'Missing'"])
  }
}
