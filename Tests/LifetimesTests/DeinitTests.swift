import Facet
import FacetTestSupport
import Testing

private struct Broken: Error {}
private final class Store: Sendable {}
private final class Missing {}
private final class User {}

/// Runs code when it is released.
private final class Guardian: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}

/// A `deinit` that uses the container finds it neither locked nor in the middle of a failure.
@Suite(.timeLimit(.minutes(20))) struct DeinitTests {
  private let container = Container()
  private let seen = Recorder<String>()

  init() {
    container.register { Store() }
  }

  // MARK: - Locks

  @Test func `the arguments of a dead service may join the graph in their deinit`() {
    struct Argument: Equatable, Sendable {
      let number: Int
      let guardian: Guardian
      static func == (left: Argument, right: Argument) -> Bool { left.number == right.number }
    }
    let graph = GraphIdentifier()
    container.register(User.self) { (_, _: Argument) in User() }
    for number in 0..<3 {
      container.withObjectGraph(graph) { _ in
        let guardian = Guardian { [container, seen] in
          container.withObjectGraph(graph) { _ in
            if container.resolve(Store.self) != nil { seen.add("joined") }
          }
        }
        _ = container.resolve(User.self, argument: Argument(number: number, guardian: guardian))
      }
    }
    #expect(seen.all == ["joined", "joined", "joined"])
  }

  @Test func `what a failure handler holds may fail to resolve in its deinit`() {
    do {
      let guardian = Guardian { [unowned container] in _ = container.resolve(Missing.self) }
      container.failureHandler = { _ in withExtendedLifetime(guardian) {} }
    }
    container.failureHandler = { [seen] in seen.add($0.key.description) }
    #expect(seen.all == ["'Missing'"])
  }

  @Test func `a service of a custom scope may resolve a shared one in its deinit`() {
    let container = container
    container.register(Store.self) { Store() }.inObjectScope(.container)
    container.register(Guardian.self) { [seen] (r, number: Int) in
      if number > 0 { _ = r.resolve(Guardian.self, argument: number - 1) }
      return Guardian { [unowned container] in
        if container.resolve(Store.self) != nil { seen.add("\(number)") }
      }
    }.inObjectScope(ObjectScope(storageFactory: TransientStorage.init))
    _ = container.resolve(Guardian.self, argument: 2)
    #expect(seen.all == ["0", "1", "2"])
  }

  // MARK: - Cycles

  /// A service with a dependency that the cycle shares.
  private final class Branch: Sendable {
    let store: Store
    init(store: Store) { self.store = store }
  }

  /// Keeps the identity of the cycle, and what was built with the argument.
  private final class Holder {
    let lazy: Lazy<Store>
    let user: User
    init(lazy: Lazy<Store>, user: User) {
      self.lazy = lazy
      self.user = user
    }
  }

  @Test func `what is released last with a cycle may resolve, and leaves nothing for the next cycle`() throws
  {
    struct Argument: Equatable, Sendable {
      let guardian: Guardian
      static func == (left: Argument, right: Argument) -> Bool { true }
    }
    let branches = Recorder<Branch>()
    container.register { r in Branch(store: r.resolve(Store.self)!) }
    container.register(User.self) { (_, _: Argument) in User() }
    container.register(Holder.self) { [container, branches] r in
      let guardian = Guardian { [unowned container] in branches.add(container.resolve(Branch.self)!) }
      return Holder(
        lazy: r.resolve(Lazy<Store>.self)!,
        user: r.resolve(User.self, argument: Argument(guardian: guardian))!)
    }
    container.register(Int.self) { r in r.resolve(Holder.self) == nil ? 0 : 1 }
    #expect(container.resolve(Int.self) == 1)
    let inDeinit = try #require(branches.all.first)
    let later = try container.require(Branch.self)
    #expect(later.store !== inDeinit.store)
  }

  // MARK: - Failures

  /// Resolves what is missing, and what is there, and notes how it went.
  private var guardian: Guardian {
    Guardian { [unowned container, seen] in
      do throws(ResolutionError) {
        _ = try container.require(Missing.self)
      } catch {
        seen.add("\(error.code) \(error.key)")
      }
      do throws(ResolutionError) {
        _ = try container.require(Lazy<Store>.self)
        seen.add("lazy")
      } catch {
        seen.add("\(error.code) \(error.key)")
      }
    }
  }

  private func expectFailure() async {
    let error = #expect(throws: ResolutionError.self) { try container.require(User.self) }
    #expect(error?.code == .factoryFailed)
    #expect(error?.key.description == "'User'")
    #expect(await isReleased { seen.all.count < 2 ? container : nil })
    #expect(seen.all == ["notRegistered 'Missing'", "lazy"])
  }

  @Test func `a failed cycle keeps its reason from the services that it releases`() async {
    container.register(Guardian.self) { [self] _ in guardian }
    container.register(User.self) { r in
      _ = r.resolve(Guardian.self)
      throw Broken()
    }
    await expectFailure()
  }

  @Test func `a failed resolve keeps its reason from the instances that were reset in it`() async {
    container.register(Guardian.self) { [self] _ in guardian }.inObjectScope(.container)
    _ = container.resolve(Guardian.self)
    container.register(User.self) { [unowned container] _ in
      container.resetObjectScope(.container)
      throw Broken()
    }
    await expectFailure()
  }
}
