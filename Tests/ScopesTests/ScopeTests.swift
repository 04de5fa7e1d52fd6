import Facet
import FacetTestSupport
import Testing

/// Which resolves share an instance, and how long it is kept.
@Suite(.timeLimit(.minutes(20))) struct ScopeTests {
  private let container = Container()
  private let entry: ServiceEntry<Store>

  init() {
    entry = container.register(Store.self) { _ in Store() }
    container.register(Pair.self) { r in Pair(r.resolve(), r.resolve()) }
  }

  private func resolve() throws -> Store { try container.require(Store.self) }

  /// Whether a scope shares within a top-level resolve, shares with who holds the instance, and keeps it.
  static let rules: [(scope: ObjectScope, sharesInside: Bool, sharesLater: Bool, keeps: Bool)] = [
    (.transient, false, false, false), (.graph, true, false, false), (.container, true, true, true),
    (.weak, true, true, false), (.notStoring, false, false, false), (.graphStoring, true, false, false),
    (.perArgument, true, true, true), (.storing, true, true, true), (.weaklyStoring, true, true, false),
  ]

  @Test(arguments: rules) func `each scope shares and keeps as the article says`(
    rule: (scope: ObjectScope, sharesInside: Bool, sharesLater: Bool, keeps: Bool)
  ) async throws {
    entry.inObjectScope(rule.scope)
    weak var first: Store?
    do {
      let pair = try container.require(Pair.self)
      first = pair.first
      #expect(pair.isShared == rule.sharesInside)
      #expect((try resolve() === pair.second) == rule.sharesLater)
    }
    if rule.keeps { #expect(first != nil) } else { #expect(await isReleased { first }) }
  }

  @Test func `aliases are the same scopes, and scope is another spelling of inObjectScope`() {
    let aliases: [ObjectScope] = [.unique, .shared, .application, .cached]
    let scopes: [ObjectScope] = [.transient, .weak, .container, .container]
    #expect(zip(aliases, scopes).map { $0 === $1 } == [true, true, true, true])
    #expect(entry.scope(.shared).objectScope === ObjectScope.weak)
  }

  @Test func `scopes are described by their names, and one's own by what it is given`() {
    let scopes: [ObjectScope] = [.transient, .graph, .container, .weak, .perArgument, .storing]
    #expect(
      scopes.map(\.description)
        == ["transient", "graph", "container", "weak", "perArgument", "storing"])
    #expect(ObjectScope(storageFactory: PermanentStorage.init).description == "")
  }

  @Test func `a container-scoped service keeps the instance of its first arguments`() throws {
    container.register(Pair.self) { (_, store: Store) in Pair(store, store) }.inObjectScope(.container)
    let (first, second) = (Store(), Store())
    #expect(try container.require(Pair.self, argument: first).first === first)
    #expect(try container.require(Pair.self, argument: second).first === first)
  }

  // MARK: - The top-level resolve

  @Test func `a cycle is joined through the container itself, and at every level`() throws {
    container.register([Store].self) { [unowned container] r in
      let pair = try r.require(Pair.self)
      return [try container.require(Store.self), pair.first, pair.second]
    }
    #expect(Set(try container.require([Store].self).map(ObjectIdentifier.init)).count == 1)
  }

  @Test func `another container has a cycle entry of its own`() throws {
    let other = Container()
    other.register { Store() }
    container.register(Pair.self) { r in Pair(r.resolve(), other.resolve()) }
    #expect(try !container.require(Pair.self).isShared)
  }

  @Test func `two threads do not share a cycle`() throws {
    container.register(Pair.self) { r in
      let mine: Store = r.resolve()
      let theirs = ThreadRun { r.resolve(Store.self) }.result ?? nil
      return Pair(mine, try #require(theirs))
    }
    #expect(try !container.require(Pair.self).isShared)
  }

  // MARK: - The default scope

  @Test func `a default scope holds for what is registered from then on, and is graph at first`() {
    container.defaultObjectScope = .storing
    let later = container.register(Store.self, name: "later") { _ in Store() }
    let other = container.register(Store.self, name: "other") { _ in Store() }.inObjectScope(.transient)
    let scopes = [entry, later, other].map { "\($0.objectScope)" }
    #expect(scopes == ["graph", "storing", "transient"])
    let store = container.resolve(Store.self, name: "later")
    #expect(store != nil && store === container.resolve(Store.self, name: "later"))
  }

  @Test func `copies have the default scope, and children do not`() {
    container.defaultObjectScope = .container
    let overriding = container.overriding { $0.register(Store.self, name: "new") { _ in Store() } }
    #expect(overriding.resolve(Store.self, name: "new") === overriding.resolve(Store.self, name: "new"))
    let containers = [
      container.copy(), overriding, Container(parent: container),
      Container(parent: container, defaultObjectScope: .weak), Container(defaultObjectScope: .weak),
    ]
    let scopes = containers.map(\.defaultObjectScope.description)
    #expect(scopes == ["container", "container", "graph", "weak", "weak"])
  }

  @Test func `threads may change the default scope while others register`() {
    let threads = (0..<4).map { [container] number in
      ThreadRun {
        (0..<500).allSatisfy { turn in
          container.defaultObjectScope = turn.isMultiple(of: 2) ? .container : .storing
          container.register(Store.self, name: "\(number)") { _ in Store() }
          let store = container.resolve(Store.self, name: "\(number)")
          return store != nil && store === container.resolve(Store.self, name: "\(number)")
        }
      }
    }
    #expect(threads.allSatisfy { $0.result == true })
  }
}
