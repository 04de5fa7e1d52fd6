import Facet
import FacetTestSupport
import Testing

private struct Broken: Error {}
private final class Store {}
private final class User {
  let store: Store
  init(_ store: Store) { self.store = store }
}

/// After a failure the cycle and the container go on as if nothing had been.
@Suite(.timeLimit(.minutes(20))) struct FailedBuildTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [
    .transient, .graph, .container, .weak,
    ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
    ObjectScope(storageFactory: GraphStorage.init, description: "custom graph"),
  ]

  @Test(arguments: scopes) func `a failed build in a cycle can be tried again in it`(scope: ObjectScope)
    throws
  {
    let count = Counter()
    container.register(Store.self) { _ in
      if count.next() < 3 { throw Broken() }
      return Store()
    }.inObjectScope(scope)
    container.register(User.self) { r in
      #expect(throws: ResolutionError.self) { try r.require(Store.self) }
      #expect(throws: ResolutionError.self) { try r.require(Store.self) }
      let store = try r.require(Store.self)
      if scope !== ObjectScope.transient { #expect(r.resolve(Store.self) === store) }
      return User(store)
    }
    _ = try container.require(User.self)
  }

  @Test(arguments: scopes) func `what was built before a failure stays in the cycle`(scope: ObjectScope)
    throws
  {
    container.register(Store.self) { _ in Store() }
    container.register(User.self, name: "broken") { r in
      _ = try r.require(Store.self)
      throw Broken()
    }.inObjectScope(scope)
    container.register(User.self) { r in
      let store: Store = r.resolve()
      for _ in 1...50 {
        #expect(throws: ResolutionError.self) { try r.require(User.self, name: "broken") }
      }
      #expect(r.resolve(Store.self) === store)
      return User(store)
    }
    _ = try container.require(User.self)
  }

  @Test(arguments: scopes) func `a failure deep down reaches the top through every scope`(scope: ObjectScope)
    throws
  {
    for level in 0..<20 {
      container.register(Int.self, name: "\(level)") { r in try r.require(Int.self, name: "\(level + 1)") }
        .inObjectScope(scope)
    }
    container.register(Int.self, name: "20") { _ -> Int in throw Broken() }
    for _ in 1...3 {
      let error = #expect(throws: ResolutionError.self) { try container.require(Int.self, name: "0") }
      #expect(error?.underlyingError is Broken)
      #expect(error?.path.count == 21)
    }
    container.register(Int.self, name: "20") { _ in 20 }
    #expect(try container.require(Int.self, name: "0") == 20)
  }

  @Test(arguments: scopes) func `a failure within initCompleted does not fail the service`(scope: ObjectScope)
    throws
  {
    container.register { Store() }.inObjectScope(scope)
      .initCompleted { r, _ in
        #expect(throws: ResolutionError.self) { try r.require(User.self) }
      }
    container.register(User.self) { _ -> User in throw Broken() }
    #expect(throws: Never.self) { try container.require(Store.self) }
  }

  @Test func `a failed forward can be tried again`() throws {
    let count = Counter()
    container.register(Store.self) { _ in
      if count.next() == 1 { throw Broken() }
      return Store()
    }.implements(AnyObject.self).inObjectScope(.container)
    #expect(throws: ResolutionError.self) { try container.require(AnyObject.self) }
    let store = try container.require(AnyObject.self)
    #expect(try container.require(Store.self) === store as? Store)
  }

  @Test func `a circle whose completion fails is usable`() throws {
    final class Left { var right: Right? }
    final class Right {
      let left: Left
      init(_ left: Left) { self.left = left }
    }
    let count = Counter()
    container.register { Left() }.inObjectScope(.container)
      .initCompleted { r, left in left.right = try? r.require(Right.self) }
    container.register(Right.self) { r in
      if count.next() == 1 { throw Broken() }
      return Right(r.resolve())
    }.inObjectScope(.container)
    let left = try container.require(Left.self)
    #expect(left.right == nil)
    #expect(try container.require(Right.self).left === left)
  }

  @Test func `a service keeps the owner that it was completed with, though a factory of that throws later`()
    throws
  {
    final class Owner {
      let part: Part
      init(_ part: Part) { self.part = part }
    }
    final class Part { weak var owner: Owner? }
    let (owners, parts) = (Counter(), Counter())
    container.register(Part.self) { _ in
      parts.next()
      return Part()
    }.inObjectScope(.container).initCompleted { r, part in part.owner = r.resolve(Owner.self) }
    container.register(Owner.self) { r in
      let isFirst = owners.next() == 1
      let owner = Owner(try r.require(Part.self))
      if isFirst { throw Broken() }
      return owner
    }.inObjectScope(.container)
    #expect(throws: ResolutionError.self) { try container.require(Owner.self) }
    #expect((owners.value, parts.value) == (2, 1))
    let part = try container.require(Part.self)
    #expect(parts.value == 1)
    #expect(try part.owner === container.require(Owner.self))
    #expect(try container.require(Owner.self).part === part)
  }

  @Test func `circles in a custom scope`() throws {
    final class Left { weak var right: Right? }
    final class Right {
      let left: Left
      init(_ left: Left) { self.left = left }
    }
    for storage in [PermanentStorage.init, WeakStorage.init, GraphStorage.init]
      as [@Sendable () -> any InstanceStorage]
    {
      let container = Container()
      let scope = ObjectScope(storageFactory: storage)
      container.register { Left() }.inObjectScope(scope)
        .initCompleted { r, left in left.right = r.resolve(Right.self) }
      container.register(Right.self) { r in Right(r.resolve()) }.inObjectScope(scope)
      let right = try container.require(Right.self)
      #expect(right.left.right === right)
    }
  }
}
