import Facet
import FacetTestSupport
import Testing

private protocol ParentType: AnyObject { var child: (any ChildType)? { get set } }
private protocol ChildType: AnyObject { var parent: (any ParentType)? { get set } }
private final class Parent: ParentType {
  var child: (any ChildType)?
  init(child: (any ChildType)? = nil) { self.child = child }
}
private final class Child: ChildType {
  weak var parent: (any ParentType)?
}

private let scopes: [ObjectScope] = [.graph, .container, .weak]

/// Two objects that know each other, through properties and initialisers.
@Suite(.timeLimit(.minutes(20))) struct CircularTests {
  private let container = Container()

  private func registerProperties(_ parentScope: ObjectScope, _ childScope: ObjectScope) {
    container.register(ParentType.self) { _ in Parent() }
      .initCompleted { r, parent in parent.child = r.resolve(ChildType.self) }
      .inObjectScope(parentScope)
    container.register(ChildType.self) { _ in Child() }
      .initCompleted { r, child in child.parent = r.resolve(ParentType.self) }
      .inObjectScope(childScope)
  }

  private func registerInitializer(_ parentScope: ObjectScope, _ childScope: ObjectScope) {
    container.register(ParentType.self) { r in Parent(child: r.resolve(ChildType.self)) }
      .inObjectScope(parentScope)
    container.register(ChildType.self) { _ in Child() }
      .initCompleted { r, child in child.parent = r.resolve(ParentType.self) }
      .inObjectScope(childScope)
  }

  private func expectCircleFromParent() throws {
    let parent = try container.require(ParentType.self)
    let child = try #require(parent.child)
    #expect(child.parent === parent)
  }

  /// The child holds its parent weakly, so the parent is taken while the cycle holds it.
  private func expectCircleFromChild() throws {
    container.register(Parents.self) { r in
      let child = r.resolve(ChildType.self)
      return Parents(child: child, parent: child?.parent)
    }
    let parent = try container.require(Parents.self)
    #expect(parent.parent != nil)
    #expect(parent.parent?.child === parent.child)
  }

  @Test(arguments: scopes, scopes)
  func `property and property, from the parent`(parent: ObjectScope, child: ObjectScope) throws {
    registerProperties(parent, child)
    try expectCircleFromParent()
  }

  @Test(arguments: scopes, scopes)
  func `property and property, from the child`(parent: ObjectScope, child: ObjectScope) throws {
    registerProperties(parent, child)
    try expectCircleFromChild()
  }

  @Test(arguments: scopes, scopes)
  func `initialiser and property, from the parent`(parent: ObjectScope, child: ObjectScope) throws {
    registerInitializer(parent, child)
    try expectCircleFromParent()
  }

  @Test(arguments: scopes, scopes)
  func `initialiser and property, from the child`(parent: ObjectScope, child: ObjectScope) throws {
    registerInitializer(parent, child)
    try expectCircleFromChild()
  }

  @Test func `initialiser and property from both ends in container scope are the same two objects`() throws {
    registerInitializer(.container, .container)
    let child = try container.require(ChildType.self)
    let parent = try container.require(ParentType.self)
    #expect(parent.child === child)
    #expect(child.parent === parent)
  }

  @Test(arguments: scopes)
  func `each object is completed once, property and property`(scope: ObjectScope) throws {
    let completed = Recorder<String>()
    container.register(ParentType.self) { _ in Parent() }
      .initCompleted { r, parent in
        parent.child = r.resolve(ChildType.self)
        completed.add("parent")
      }.inObjectScope(scope)
    container.register(ChildType.self) { _ in Child() }
      .initCompleted { r, child in
        child.parent = r.resolve(ParentType.self)
        completed.add("child")
      }.inObjectScope(scope)
    _ = try container.require(ParentType.self)
    #expect(completed.all == ["child", "parent"])
  }

  @Test(arguments: scopes)
  func `the object that is given is the one that is completed, initialiser and property`(scope: ObjectScope)
    throws
  {
    let completed = Recorder<ObjectIdentifier>()
    container.register(ParentType.self) { r in Parent(child: r.resolve(ChildType.self)) }
      .initCompleted { completed.add(ObjectIdentifier($1)) }
      .inObjectScope(scope)
    container.register(ChildType.self) { _ in Child() }
      .initCompleted { r, child in child.parent = r.resolve(ParentType.self) }
      .inObjectScope(scope)
    let parent = try container.require(ParentType.self)
    #expect(completed.all == [ObjectIdentifier(parent)])
    #expect(parent.child?.parent === parent)
  }

  @Test(arguments: scopes)
  func `initialiser and initialiser is a loop`(scope: ObjectScope) throws {
    final class First { init(_ second: AnyObject) {} }
    final class Second { init(_ first: AnyObject) {} }
    container.register(First.self) { r in First(try r.require(Second.self)) }.inObjectScope(scope)
    container.register(Second.self) { r in Second(try r.require(First.self)) }.inObjectScope(scope)
    let error = #expect(throws: ResolutionError.self) { try container.require(First.self) }
    #expect(error?.code == .loop)
    #expect(error?.pathInWords == ["'First'", "'Second'", "'First'"])
  }

  @Test func `the transient side of a circle has no end, and says so`() throws {
    container.register(ParentType.self) { r in Parent(child: r.resolve(ChildType.self)) }
      .inObjectScope(.transient)
    container.register(ChildType.self) { r in
      _ = try r.require(ParentType.self)
      return Child()
    }.inObjectScope(.transient)
    let failures = Recorder.failures(of: container)
    #expect(container.resolve(ParentType.self)?.child == nil)
    #expect(failures.all.count == 1)
  }

  @Test func `forwarded keys take part in a circle`() throws {
    container.register(Parent.self) { r in Parent(child: r.resolve(ChildType.self)) }.implements(
      ParentType.self)
    container.register(Child.self) { _ in Child() }.implements(ChildType.self)
      .initCompleted { r, child in child.parent = r.resolve(ParentType.self) }
    let parent = try container.require(Parent.self)
    #expect(parent.child?.parent === parent)
  }

  @Test func `a circle over lazy services`() throws {
    final class Left {
      let right: Lazy<Right>
      init(_ right: Lazy<Right>) { self.right = right }
    }
    final class Right {
      let left: Left
      init(_ left: Left) { self.left = left }
    }
    container.register(Left.self) { r in Left(r.resolve()) }
    container.register(Right.self) { r in Right(r.resolve()) }
    let left = try container.require(Left.self)
    #expect(left.right.instance.left === left)
    let right = try container.require(Right.self)
    #expect(right.left.right.instance === right)
  }
}

private final class Parents {
  let child: (any ChildType)?
  let parent: (any ParentType)?
  init(child: (any ChildType)?, parent: (any ParentType)?) {
    self.child = child
    self.parent = parent
  }
}
