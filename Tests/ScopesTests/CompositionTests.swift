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
private struct Value: Five, Error { let number: Int }

/// Objects behind protocol types of every size are shared as objects are; an error has a box of its own.
@Suite(.timeLimit(.minutes(20))) struct CompositionTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [.graph, .weak, .container, .graphStoring, .weaklyStoring]

  /// Registers what `make` gives in a scope, and resolves it twice in one cycle.
  private func pair<Service>(
    _ type: Service.Type, in scope: ObjectScope, _ make: @escaping @Sendable () -> Service
  ) throws -> [Service] {
    container.register(type) { _ in make() }.inObjectScope(scope)
    container.register([Service].self) { r in [try r.require(), try r.require()] }
    return try container.require([Service].self)
  }

  @Test func `objects behind protocol types`() throws {
    func expectShared<Service>(_ type: Service.Type, _ make: @escaping @Sendable () -> Service) throws {
      for scope in Self.scopes {
        let tokens = try pair(type, in: scope, make).map { $0 as? Token }
        #expect(tokens[0] != nil && tokens[0] === tokens[1], "\(type) \(scope)")
        let isSameLater = try container.require(type) as? Token === tokens[0]
        #expect(isSameLater != scope.description.hasPrefix("graph"), "\(type) \(scope)")
      }
    }
    try expectShared((any P & Q).self) { Token() }
    try expectShared((any Three).self) { Token() }
    try expectShared((any Five).self) { Token() }
    try expectShared((any Codable & P).self) { Token() }
    try expectShared((any AnyObject & Three & T).self) { Token() }
    try expectShared((any Error).self) { Token() }
    try expectShared(Any.self) { Token() }
  }

  @Test(arguments: [ObjectScope.weak, .weaklyStoring])
  func `a weak object lives as long as it is held, and a value is new`(scope: ObjectScope) async throws {
    weak let composition = try pair((any Three).self, in: scope) { Token() }[0] as? Token
    #expect(await isReleased { composition })
    weak let error = try pair((any Error).self, in: scope) { Token() }[0] as? Token
    #expect(await isReleased { error })
    let count = Counter()
    _ = try pair((any Five).self, in: scope) { Value(number: count.next()) }
    _ = try pair((any Error).self, in: scope) { Value(number: count.next()) }
    #expect(count.value == 4)
  }

  @Test(arguments: [ObjectScope.graph, .weak, .container])
  func `a forward to a composition gives the same object`(scope: ObjectScope) throws {
    container.register(Token.self) { _ in Token() }.inObjectScope(scope)
      .implements((any Three).self, (any Error).self)
    container.register([Token?].self) { r in
      [
        try r.require(Token.self) as Token, try r.require((any Three).self) as? Token,
        try r.require((any Error).self) as? Token,
      ]
    }
    let tokens = try container.require([Token?].self)
    #expect(tokens.allSatisfy { $0 === tokens[0] })
  }

  @Test func `a cycle that is joined later has the objects behind compositions`() throws {
    let graph = GraphIdentifier()
    container.register((any Three).self) { _ in Token() }
    container.register((any Error).self) { _ in Token() }
    func resolve() -> [Token?] {
      container.withObjectGraph(graph) {
        [$0.resolve((any Three).self) as? Token, $0.resolve((any Error).self) as? Token]
      }
    }
    let tokens = resolve()
    #expect(tokens[0] != nil && tokens[1] != nil)
    #expect(zip(tokens, resolve()).allSatisfy { $0 === $1 })
  }

  @Test func `a value with a type in it is not taken for an object`() throws {
    struct Typed: P {
      let number: Int
      let type: AnyClass
    }
    container.register((any P).self) { (_, isValue: Bool) -> any P in
      isValue ? Typed(number: 7, type: Token.self) : Token()
    }
    container.register([any P].self) { r in
      try (0..<12).map { try r.require((any P).self, argument: $0.isMultiple(of: 2)) }
    }
    for _ in 0..<4 {
      let services = try container.require([any P].self)
      #expect(services.filter { ($0 as? Typed)?.number == 7 }.count == 6)
      #expect(Set(services.compactMap { ($0 as? Token).map(ObjectIdentifier.init) }).count == 1)
    }
  }
}
