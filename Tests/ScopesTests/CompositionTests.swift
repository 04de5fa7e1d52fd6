import Facet
import FacetTestSupport
import Testing

private protocol P {}
private protocol Q {}
private protocol R {}
private protocol S: P, Q {}
private protocol T {}
private typealias Three = P & Q & R
private typealias Five = P & Q & R & S & T
private final class Token: Five, Codable, Error, Sendable {}
private final class User {
  let services: [Token?]
  let graph: GraphIdentifier
  let lazy: Lazy<any Three>?
  init(_ services: [Token?], _ graph: GraphIdentifier = GraphIdentifier(), _ lazy: Lazy<any Three>? = nil) {
    self.services = services
    self.graph = graph
    self.lazy = lazy
  }
}

/// Objects behind protocol types of every size are shared as objects are.
@Suite(.timeLimit(.minutes(20))) struct CompositionTests {
  private let container = Container()

  private func expectShared<Service>(_ type: Service.Type, _ make: @escaping @Sendable () -> Service) throws {
    for scope in [ObjectScope.graph, .weak, .container] {
      container.register(type) { _ in make() }.inObjectScope(scope)
      container.register(User.self) { r in
        User([try r.require(type) as? Token, try r.require(type) as? Token])
      }
      let user = try container.require(User.self)
      #expect(user.services[0] === user.services[1], "\(scope)")
      let isSameLater = try container.require(type) as? Token === user.services[0]
      #expect(isSameLater == (scope !== ObjectScope.graph), "\(scope)")
    }
  }

  @Test func `a composition of two protocols`() throws { try expectShared((any P & Q).self) { Token() } }
  @Test func `a composition of three protocols`() throws { try expectShared((any Three).self) { Token() } }
  @Test func `a composition of five protocols`() throws { try expectShared((any Five).self) { Token() } }
  @Test func `a composition with Codable`() throws { try expectShared((any Codable & P).self) { Token() } }
  @Test func `a composition of four protocols with AnyObject`() throws {
    try expectShared((any AnyObject & Three & T).self) { Token() }
  }
  @Test func `an error`() throws { try expectShared((any Error).self) { Token() } }
  @Test func `anything`() throws { try expectShared(Any.self) { Token() } }

  @Test func `a weak object behind a composition lives as long as somebody holds it`() async throws {
    container.register((any Three).self) { _ in Token() }.inObjectScope(.weak)
    weak let first = try container.require((any Three).self) as? Token
    #expect(await isReleased { first })
    let second = try container.require((any Three).self) as? Token
    let third = try container.require((any Three).self) as? Token
    #expect(third === second)
  }

  @Test(arguments: [ObjectScope.graph, .weak, .container])
  func `a forward to a composition gives the same object`(scope: ObjectScope) throws {
    container.register(Token.self) { _ in Token() }.inObjectScope(scope)
      .implements((any Three).self, (any Error).self)
    container.register((any Five).self) { _ in Token() }.inObjectScope(scope).implements((any T).self)
    container.register(User.self) { r in
      User([
        try r.require(Token.self) as Token, try r.require((any Three).self) as? Token,
        try r.require((any Error).self) as? Token,
        try r.require((any Five).self) as? Token, try r.require((any T).self) as? Token,
      ])
    }
    let objects = try container.require(User.self).services
    #expect(objects[0] === objects[1])
    #expect(objects[0] === objects[2])
    #expect(objects[3] === objects[4])
  }

  @Test(arguments: [ObjectScope.graph, .weak, .container])
  func `a circle over initCompleted closes behind a composition`(scope: ObjectScope) throws {
    final class Clinic: Three { var vet: Vet? }
    final class Vet {
      let clinic: any Three
      init(_ clinic: any Three) { self.clinic = clinic }
    }
    container.register((any Three).self) { _ in Clinic() }.inObjectScope(scope)
      .initCompleted { r, clinic in (clinic as? Clinic)?.vet = r.resolve(Vet.self) }
    container.register(Vet.self) { r in Vet(try r.require((any Three).self)) }.inObjectScope(scope)
    let clinic = try container.require((any Three).self) as? Clinic
    #expect(clinic?.vet?.clinic as? Clinic === clinic)
    let vet = try container.require(Vet.self)
    #expect((vet.clinic as? Clinic)?.vet === vet)
    clinic?.vet = nil
  }

  @Test func `equal arguments share an object behind a composition`() throws {
    container.register((any Three).self) { (_, _: Int) in Token() }
    container.register(User.self) { r in
      User(try [1, 2, 1].map { try r.require((any Three).self, argument: $0) as? Token })
    }
    let objects = try container.require(User.self).services
    #expect(objects[0] === objects[2])
    #expect(objects[0] !== objects[1])
  }

  @Test func `a cycle that is joined later has the objects behind compositions`() throws {
    container.register((any Three).self) { _ in Token() }
    container.register((any Error).self) { _ in Token() }
    container.register(User.self) { r in
      User(
        [try r.require((any Three).self) as? Token, try r.require((any Error).self) as? Token],
        try r.require(GraphIdentifier.self), try r.require(Lazy<any Three>.self))
    }
    let user = try container.require(User.self)
    #expect(user.lazy?.instance as? Token === user.services[0])
    try container.withObjectGraph(user.graph) { _ in
      let composition = try container.require((any Three).self) as? Token
      #expect(composition === user.services[0])
      let error = try container.require((any Error).self) as? Token
      #expect(error === user.services[1])
    }
  }

  @Test func `a value behind a composition is shared by the cycle, and not weakly`() throws {
    struct Value: Five, Error { let number: Int }
    let count = Counter()
    for scope in [ObjectScope.graph, .weak] {
      container.register((any Five).self) { _ in Value(number: count.next()) }.inObjectScope(scope)
      container.register((any Error).self) { _ in Value(number: count.next()) }.inObjectScope(scope)
      container.register([Bool].self) { r in
        let five = [try r.require((any Five).self), try r.require((any Five).self)].map { $0 as? Value }
        let error = [try r.require((any Error).self), try r.require((any Error).self)].map { $0 as? Value }
        return [five[0]?.number == five[1]?.number, error[0]?.number == error[1]?.number]
      }
      let isShared = scope === ObjectScope.graph
      #expect(try container.require([Bool].self) == [isShared, isShared])
    }
  }

  @Test func `a value with a type in it is not taken for an object`() throws {
    struct Value: P {
      let number: Int
      let type: AnyClass
    }
    container.register((any P).self) { (_, isValue: Bool) -> any P in
      isValue ? Value(number: 7, type: Token.self) : Token()
    }
    container.register([any P].self) { r in
      try (0..<12).map { try r.require((any P).self, argument: $0.isMultiple(of: 2)) }
    }
    for _ in 0..<4 {
      let services = try container.require([any P].self)
      #expect(services.filter { ($0 as? Value)?.number == 7 }.count == 6)
      #expect(Set(services.compactMap { ($0 as? Token).map(ObjectIdentifier.init) }).count == 1)
    }
  }
}
