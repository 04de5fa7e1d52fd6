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
/// Holds both, as a child holds its parent weakly.
private final class Family {
  let parent: (any ParentType)?
  let child: (any ChildType)?
  init(_ parent: (any ParentType)?, _ child: (any ChildType)?) { (self.parent, self.child) = (parent, child) }
}

/// Services that know one another, through properties and initialisers.
@Suite(.timeLimit(.minutes(20))) struct CircularTests {
  private let container = Container()

  /// Those that hold an instance until the top-level resolve ends.
  static let holding: [ObjectScope] = [.graph, .container, .weak, .perArgument, .storing, .graphStoring]

  @Test(arguments: holding, holding + [.weaklyStoring])
  func `two that set or take each other find each other and are completed once, whichever is asked for`(
    parentScope: ObjectScope, childScope: ObjectScope
  ) throws {
    for (isTaken, asksForChild) in [(false, false), (false, true), (true, false), (true, true)] {
      let (container, completed) = (Container(), Recorder<String>())
      if isTaken {
        container.register(ParentType.self) { r in Parent(child: r.resolve(ChildType.self)) }
          .inObjectScope(parentScope).initCompleted { _, _ in completed.add("parent") }
      } else {
        container.register(ParentType.self) { _ in Parent() }.inObjectScope(parentScope)
          .initCompleted { r, parent in
            parent.child = r.resolve(ChildType.self)
            completed.add("parent")
          }
      }
      container.register(ChildType.self) { _ in Child() }.inObjectScope(childScope)
        .initCompleted { r, child in
          child.parent = r.resolve(ParentType.self)
          completed.add("child")
        }
      container.register(Family.self) { r in
        guard asksForChild else {
          let parent = try r.require(ParentType.self)
          return Family(parent, parent.child)
        }
        let child = try r.require(ChildType.self)
        return Family(child.parent, child)
      }
      let family = try container.require(Family.self)
      #expect(family.parent != nil && family.parent === family.child?.parent)
      #expect(family.child != nil && family.child === family.parent?.child)
      #expect(completed.all.sorted() == ["child", "parent"])
    }
  }

  @Test(arguments: holding + [.weaklyStoring]) func `initialiser and initialiser is a loop`(
    scope: ObjectScope
  ) throws {
    final class First { init(_ second: AnyObject) {} }
    final class Second { init(_ first: AnyObject) {} }
    container.register(First.self) { r in First(try r.require(Second.self)) }.inObjectScope(scope)
    container.register(Second.self) { r in Second(try r.require(First.self)) }.inObjectScope(scope)
    expectFailure(.loop, path: ["'First'", "'Second'", "'First'"]) { try container.require(First.self) }
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

  // MARK: - More or less than two

  @Test(arguments: [ObjectScope.graph, .container, .weak], [false, true])
  func `four in two circles, from every object, by properties alone or by initialisers too`(
    scope: ObjectScope, isTaken: Bool
  ) throws {
    for start in ["a", "b", "c", "d"] {
      let container = Container()
      /// A node that takes one other in its factory, and sets others in its completion.
      func register(_ name: String, takes first: String?, sets later: [String]) {
        container.register(Node.self, name: name) { r in
          Node(name, first.map { [r.resolve(name: $0)] } ?? [])
        }.inObjectScope(scope)
          .initCompleted { r, node in node.next += later.map { r.resolve(name: $0) } }
      }
      register("a", takes: isTaken ? "b" : nil, sets: isTaken ? [] : ["b"])
      register("b", takes: isTaken ? "c" : nil, sets: isTaken ? [] : ["c"])
      register("c", takes: nil, sets: ["a", "d"])
      register("d", takes: nil, sets: ["b", "c"])
      var nodes: [String: Node] = [:]
      func visit(_ node: Node) {
        if let known = nodes[node.name] {
          #expect(node === known)
        } else {
          nodes[node.name] = node
          node.next.forEach(visit)
        }
      }
      visit(try container.require(Node.self, name: start))
      #expect(
        nodes.mapValues { $0.next.map(\.name) } == [
          "a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["b", "c"],
        ])
      for node in nodes.values { node.next = [] }
    }
  }

  private final class Node {
    let name: String
    var next: [Node]
    init(_ name: String, _ next: [Node] = []) { (self.name, self.next) = (name, next) }
  }

  @Test func `an object that knows itself`() throws {
    final class Narcissus { var image: Narcissus? }
    container.register { Narcissus() }.initCompleted { r, n in n.image = r.resolve(Narcissus.self) }
    let narcissus = try container.require(Narcissus.self)
    #expect(narcissus.image === narcissus)
    narcissus.image = nil
  }

  @Test func `a circle of services with arguments`() throws {
    container.register(Node.self) { _, name in Node(name) }
      .initCompleted { r, node in
        guard node.name != "c" else { return }
        node.next = ["a", "b", "c"].map { r.resolve(Node.self, argument: $0)! }
      }
    let a = try container.require(Node.self, argument: "a")
    #expect(a.next.map(\.name) == ["a", "b", "c"])
    #expect(a.next[0] === a && a.next[1].next[0] === a && a.next[1].next[2] === a.next[2])
    for node in a.next { node.next = [] }
  }
}
