import Facet
import FacetTestSupport
import Testing

/// Cycles that are joined in a completion: what they get has the service that is being completed.
@Suite(.timeLimit(.minutes(20))) struct JoinedInCompletionTests {
  private final class Owner: @unchecked Sendable {
    // Unchecked: set while it is completed, on one thread.
    var isComplete = false
  }
  private final class User: Sendable {
    let owner: Owner
    init(_ owner: Owner) { self.owner = owner }
  }

  @Test func `a thread that joins a cycle gets nothing that has what another thread completes`() throws {
    let (container, graph, stop) = (Container(), GraphIdentifier(), Stop())
    let users = Recorder<User>()
    container.register(User.self) { r in User(try r.require()) }
    container.register(Owner.self) { _ in Owner() }.inObjectScope(.container)
      .initCompleted { [unowned container] _, owner in
        users.add(try container.withObjectGraph(graph) { try $0.require(User.self) })
        stop.halt()
        owner.isComplete = true
      }
    let first = ThreadRun { container.resolve(Owner.self) }
    stop.waitForArrival()
    let second = ThreadRun { container.withObjectGraph(graph) { $0.resolve(User.self) }?.owner.isComplete }
    #expect(second.rests)
    stop.release()
    #expect(second.result == true && first.result != nil && users.all.count == 1)
  }

  private final class Root: Sendable {
    let first: Lazy<User>
    let shared: Lazy<[User]>
    init(_ first: Lazy<User>, _ shared: Lazy<[User]>) { (self.first, self.shared) = (first, shared) }
  }

  @Test(arguments: [false, true])
  func `what a joined cycle got in a completion is found and shared when that is over, or taken back`(
    fails: Bool
  ) throws {
    let (container, ended) = (Container(), Counter())
    let roots = Recorder<Root>()
    container.register(Root.self) { r in Root(try r.require(), try r.require()) }
    container.register(User.self) { r in User(try r.require()) }
    container.register(Owner.self) { _ in Owner() }.inObjectScope(.container)
      .initCompleted { _, owner in
        _ = try roots.all[0].first.require()
        if fails, ended.value == 0 {
          ended.next()
          throw Broken()
        }
        owner.isComplete = true
      }
    container.register([User].self) { r in [try r.require()] }.inObjectScope(.container)
      .onClose { _ in ended.next() }
    container.register(Int.self) { _ in try roots.all[0].shared.require().count }
    roots.add(try container.require())
    if fails { #expect(throws: ResolutionError.self) { try container.require(Owner.self) } }
    let owner = try container.require(Owner.self)
    #expect(try container.require(Int.self) == 1)
    let users = ThreadRun { container.resolve([User].self) }.result ?? nil
    #expect(try users?[0] === roots.all[0].first.require() && users?[0].owner === owner)
    try container.close()
    #expect(ended.value == (fails ? 2 : 1))
  }

  @Test func `a resting cycle hears when what it got is complete`() throws {
    let (container, lazies) = (Container(), Recorder<Lazy<User>>())
    container.register(Lazy<Owner>?.self) { r in try r.require(Lazy<Owner>.self) }
    container.register(User.self) { r in User(try r.require()) }
    container.register(Owner.self) { _ in Owner() }.inObjectScope(.container)
      .initCompleted { _, owner in
        _ = try lazies.all[0].require()
        owner.isComplete = true
      }
    container.register([User].self) { r in [try r.require()] }.inObjectScope(.container)
    let other = try container.require(Lazy<Owner>?.self)
    container.register(Int.self) { r in
      lazies.add(try r.require())
      // Joins the cycle of the other lazy; this one rests, and is joined in the completion.
      _ = try other?.require()
      return try r.require([User].self).count
    }
    #expect(try container.require(Int.self) == 1)
    let users = ThreadRun { container.resolve([User].self) }.result ?? nil
    #expect(try users?[0] === lazies.all[0].require())
  }

  private final class Dying: Sendable {
    let owner: Owner
    let onDeinit: @Sendable () -> Void
    init(_ owner: Owner, _ onDeinit: @escaping @Sendable () -> Void) {
      (self.owner, self.onDeinit) = (owner, onDeinit)
    }
    deinit { onDeinit() }
  }

  @Test func `what a joined cycle alone holds may resolve when it dies`() throws {
    let (container, graph, found) = (Container(), GraphIdentifier(), Recorder<Bool>())
    container.register(Dying.self) { [unowned container] r in
      Dying(try r.require()) { found.add(container.resolve([User].self) != nil) }
    }
    container.register([User].self) { r in [User(try r.require())] }.inObjectScope(.container)
    container.register(Owner.self) { _ in Owner() }.inObjectScope(.container)
      .initCompleted { [unowned container] r, _ in
        _ = try r.require([User].self)
        _ = try container.withObjectGraph(graph) { try $0.require(Dying.self) }
      }
    container.register(Int.self) { r in
      _ = try r.require(Owner.self)
      return 1
    }
    #expect(try container.require(Int.self) == 1)
    #expect(found.all == [true])
  }
}
