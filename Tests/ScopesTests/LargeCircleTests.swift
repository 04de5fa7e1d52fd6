import Facet
import Testing

private protocol A: AnyObject { var b: (any B)? { get } }
private protocol B: AnyObject { var c: (any C)? { get } }
private protocol C: AnyObject {
  var a: (any A)? { get }
  var d: (any D)? { get }
}
private protocol D: AnyObject {
  var b: (any B)? { get }
  var c: (any C)? { get }
}
private final class FirstA: A {
  var b: (any B)?
  init(b: (any B)? = nil) { self.b = b }
}
private final class FirstB: B {
  var c: (any C)?
  init(c: (any C)? = nil) { self.c = c }
}
private final class FirstC: C {
  var a: (any A)?
  var d: (any D)?
}
private final class FirstD: D {
  var b: (any B)?
  var c: (any C)?
}

private let scopes: [ObjectScope] = [.graph, .container, .weak]

/// More than two objects in a circle.
@Suite(.timeLimit(.minutes(20))) struct LargeCircleTests {
  private let container = Container()

  private func expectCircle(_ a: any A) throws {
    let b = try #require(a.b)
    let c = try #require(b.c)
    let d = try #require(c.d)
    #expect(c.a === a)
    #expect(d.b === b)
    #expect(d.c === c)
  }

  @Test(arguments: scopes) func `all by properties, from every object`(scope: ObjectScope) throws {
    for start in 0..<4 {
      let container = Container()
      container.register(A.self) { _ in FirstA() }.inObjectScope(scope)
        .initCompleted { r, a in (a as! FirstA).b = r.resolve(B.self) }
      container.register(B.self) { _ in FirstB() }.inObjectScope(scope)
        .initCompleted { r, b in (b as! FirstB).c = r.resolve(C.self) }
      container.register(C.self) { _ in FirstC() }.inObjectScope(scope)
        .initCompleted { r, c in
          (c as! FirstC).a = r.resolve(A.self)
          (c as! FirstC).d = r.resolve(D.self)
        }
      container.register(D.self) { _ in FirstD() }.inObjectScope(scope)
        .initCompleted { r, d in
          (d as! FirstD).b = r.resolve(B.self)
          (d as! FirstD).c = r.resolve(C.self)
        }
      let a: (any A)? =
        switch start {
        case 0: container.resolve(A.self)
        case 1: container.resolve(B.self)?.c?.a
        case 2: container.resolve(C.self)?.a
        default: container.resolve(D.self)?.c?.a
        }
      try expectCircle(try #require(a))
    }
  }

  @Test(arguments: scopes) func `initialisers and properties mixed, from every object`(scope: ObjectScope)
    throws
  {
    for start in 0..<4 {
      let container = Container()
      container.register(A.self) { r in FirstA(b: r.resolve(B.self)) }.inObjectScope(scope)
      container.register(B.self) { r in FirstB(c: r.resolve(C.self)) }.inObjectScope(scope)
      container.register(C.self) { _ in FirstC() }.inObjectScope(scope)
        .initCompleted { r, c in
          (c as! FirstC).a = r.resolve(A.self)
          (c as! FirstC).d = r.resolve(D.self)
        }
      container.register(D.self) { _ in FirstD() }.inObjectScope(scope)
        .initCompleted { r, d in
          (d as! FirstD).b = r.resolve(B.self)
          (d as! FirstD).c = r.resolve(C.self)
        }
      let a: (any A)? =
        switch start {
        case 0: container.resolve(A.self)
        case 1: container.resolve(B.self)?.c?.a
        case 2: container.resolve(C.self)?.a
        default: container.resolve(D.self)?.c?.a
        }
      try expectCircle(try #require(a))
    }
  }

  @Test func `an object that knows itself`() throws {
    final class Narcissus { var image: Narcissus? }
    container.register { Narcissus() }.initCompleted { r, n in n.image = r.resolve(Narcissus.self) }
    let narcissus = try container.require(Narcissus.self)
    #expect(narcissus.image === narcissus)
    narcissus.image = nil
  }

  @Test func `two circles that share an object`() throws {
    final class Hub { var spokes: [Spoke] = [] }
    final class Spoke {
      let hub: Hub
      init(_ hub: Hub) { self.hub = hub }
    }
    container.register { Hub() }.initCompleted { r, hub in
      hub.spokes = ["a", "b"].map { r.resolve(Spoke.self, name: $0)! }
    }
    for name in ["a", "b"] { container.register(Spoke.self, name: name) { r in Spoke(r.resolve()) } }
    let hub = try container.require(Hub.self)
    #expect(hub.spokes.map { $0.hub === hub } == [true, true])
    hub.spokes = []
  }

  @Test func `services with different arguments in one cycle are different`() throws {
    final class Node {
      let name: String
      var peers: [Node] = []
      init(_ name: String) { self.name = name }
    }
    container.register(Node.self) { _, name in Node(name) }
      .initCompleted { r, node in
        guard node.name != "c" else { return }
        node.peers = ["a", "b", "c"].map { r.resolve(Node.self, argument: $0)! }
      }
    let a = try container.require(Node.self, argument: "a")
    #expect(a.peers.map(\.name) == ["a", "b", "c"])
    #expect(a.peers[0] === a)
    #expect(a.peers[1].peers[0] === a)
    #expect(a.peers[1].peers[2] === a.peers[2])
    for node in a.peers { node.peers = [] }
  }

  @Test func `equal arguments give one instance in a cycle, by equality or by identity`() throws {
    final class Key: Sendable {}
    struct Pair: Equatable {
      var x: Int
      var y: String
    }
    final class Node {}
    container.register(Node.self) { (_, _: Pair, _: Key) in Node() }
    let (key, other) = (Key(), Key())
    container.register([Bool].self) { r in
      let node = r.resolve(Node.self, arguments: Pair(x: 1, y: "long enough to live on the heap"), key)
      return [
        r.resolve(Node.self, arguments: Pair(x: 1, y: "long enough to live on " + "the heap"), key) === node,
        r.resolve(Node.self, arguments: Pair(x: 2, y: "long enough to live on the heap"), key) === node,
        r.resolve(Node.self, arguments: Pair(x: 1, y: "long enough to live on the heap"), other) === node,
      ]
    }
    #expect(try container.require([Bool].self) == [true, false, false])
  }

  @Test func `a weak root, from either end`() throws {
    final class Owner { weak var owned: Owned? }
    final class Owned {
      let owner: Owner
      init(_ owner: Owner) { self.owner = owner }
    }
    container.register { Owner() }.inObjectScope(.weak)
      .initCompleted { r, owner in owner.owned = r.resolve(Owned.self) }
    container.register(Owned.self) { r in Owned(r.resolve()) }.inObjectScope(.weak)
    let owned = try container.require(Owned.self)
    #expect(owned.owner.owned === owned)
    #expect(try container.require(Owner.self) === owned.owner)
  }
}
