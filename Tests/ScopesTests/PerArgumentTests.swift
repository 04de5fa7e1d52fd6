import Facet
import FacetTestSupport
import Testing

private protocol Sending: AnyObject {}
private final class Channel: Sending {
  let name: String
  var peer: Channel?
  init(_ name: String) { self.name = name }
}
private final class Point {
  let (x, y): (Int, Double)
  init(_ x: Int, _ y: Double) { (self.x, self.y) = (x, y) }
}
/// Equal by its letter alone, with one hash for all.
private struct Initial: Hashable {
  let word: String
  static func == (left: Initial, right: Initial) -> Bool { left.word.first == right.word.first }
  func hash(into hasher: inout Hasher) {}
}
private final class Owner: Hashable {
  static func == (left: Owner, right: Owner) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private class Leaf: Hashable {
  let word: String
  init(_ word: String) { self.word = word }
  static func == (left: Leaf, right: Leaf) -> Bool { left.word == right.word }
  func hash(into hasher: inout Hasher) { hasher.combine(word) }
}
private final class Green: Leaf {}
private final class Black: Leaf {}

/// One instance for each value of the arguments.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentTests {
  private let container = Container()

  private func register(_ name: String? = nil, _ scope: ObjectScope = .perArgument) -> ServiceEntry<Channel> {
    container.register(Channel.self, name: name) { _, name in Channel(name) }.inObjectScope(scope)
  }

  private func channel(_ name: String, _ asked: Container? = nil) throws -> Channel {
    try (asked ?? container).require(Channel.self, argument: name)
  }

  @Test func `equal arguments give one instance, and others another one`() throws {
    _ = register()
    let news = try channel("news")
    let sport = try channel("sport")
    #expect(news.name == "news")
    #expect(sport.name == "sport")
    #expect(try channel("news") === news)
    #expect(try channel("sport") === sport)
  }

  @Test func `every argument counts`() throws {
    container.register(Point.self) { _, x, y in Point(x, y) }.scope(.perArgument)
    let first = try container.require(Point.self, arguments: 1, 2.0)
    #expect(try container.require(Point.self, arguments: 1, 2.0) === first)
    #expect(try container.require(Point.self, arguments: 1, 3.0) !== first)
    #expect(try container.require(Point.self, arguments: 2, 2.0) !== first)
    let zero = try container.require(Point.self, arguments: 1, 0.0)
    #expect(try container.require(Point.self, arguments: 1, -0.0) === zero)
  }

  @Test func `values are compared, not hashes and not bytes`() throws {
    container.register(Channel.self) { (_, initial: Initial) in Channel(initial.word) }.scope(.perArgument)
    let ask = { [container] word in
      try container.require(Channel.self, argument: Initial(word: word))
    }
    let anna = try ask("Anna")
    let bert = try ask("Bert")
    #expect(anna !== bert)
    #expect(try ask("Alf") === anna)
    #expect(try ask("Berta") === bert)
    #expect(try ask("Carl").name == "Carl")
  }

  @Test func `canonically equal strings are one value`() throws {
    _ = register()
    #expect(try channel("caf\u{e9}") === channel("cafe\u{301}"))
  }

  @Test func `an argument that is not equal to itself is not kept`() async throws {
    container.register(Point.self) { _, x, y in Point(x, y) }.scope(.perArgument)
    weak var first: Point?
    do {
      let point = try container.require(Point.self, arguments: 1, Double.nan)
      first = point
      #expect(try container.require(Point.self, arguments: 1, Double.nan) !== point)
    }
    #expect(await isReleased { first })
  }

  @Test func `optionals, arrays, objects and metatypes in AnyHashable are values like others`() throws {
    let owner = Owner()
    container.register(Channel.self) { (_, _: Int?) in Channel("") }.scope(.perArgument)
    container.register(Channel.self) { (_, _: [String]) in Channel("") }.scope(.perArgument)
    container.register(Channel.self) { (_, _: Owner) in Channel("") }.scope(.perArgument)
    container.register(Channel.self) { (_, _: AnyHashable) in Channel("") }.scope(.perArgument)
    let none = try container.require(Channel.self, argument: Int?.none)
    #expect(try container.require(Channel.self, argument: Int?.none) === none)
    #expect(try container.require(Channel.self, argument: Int?.some(0)) !== none)
    let list = try container.require(Channel.self, argument: ["a", "b"])
    #expect(try container.require(Channel.self, argument: ["a", "b"]) === list)
    let owned = try container.require(Channel.self, argument: owner)
    #expect(try container.require(Channel.self, argument: owner) === owned)
    #expect(try container.require(Channel.self, argument: Owner()) !== owned)
    let any = try container.require(Channel.self, argument: AnyHashable(1))
    #expect(try container.require(Channel.self, argument: AnyHashable(1)) === any)
    #expect(try container.require(Channel.self, argument: AnyHashable("1")) !== any)
  }

  @Test func `names are different entries`() throws {
    _ = register("a")
    _ = register("b")
    let first = try container.require(Channel.self, name: "a", argument: "news")
    #expect(try container.require(Channel.self, name: "a", argument: "news") === first)
    #expect(try container.require(Channel.self, name: "b", argument: "news") !== first)
  }

  @Test func `all keys of an entry share the instances`() throws {
    let entry = register().implements((any Sending).self).implements(AnyObject.self, name: "any") { $0 }
    container.forward((any Sending).self, name: "guard", to: entry)
    let news = try container.require((any Sending).self, argument: "news")
    #expect(try channel("news") === news)
    #expect(try container.require((any Sending).self, name: "guard", argument: "news") === news)
    #expect(try container.require(AnyObject.self, name: "any", argument: "news") === news)
    #expect(try container.require((any Sending).self, argument: "sport") !== news)
  }

  @Test func `the container that owns the entry builds and keeps the instances`() throws {
    final class Part {}
    let container = container
    container.register(Part.self) { _ in Part() }.inObjectScope(.container)
    let builders = Recorder<Bool>()
    container.register(Channel.self) { [unowned container] (r, name: String) in
      builders.add(r.resolve(Part.self) === container.resolve(Part.self))
      return Channel(name)
    }.scope(.perArgument)
    var child: Container? = Container(parent: container)
    child?.register(Part.self) { _ in Part() }
    let news = try channel("news", child)
    #expect(builders.all == [true])
    #expect(try channel("news", Container(parent: container)) === news)
    child = nil
    #expect(try channel("news") === news)
  }

  @Test func `values that are not objects are kept, too`() throws {
    let builds = Counter()
    container.register(Int.self) { (_, text: String) in builds.next() + text.count }.scope(.perArgument)
    #expect(try container.require(Int.self, argument: "ab") == 3)
    #expect(try container.require(Int.self, argument: "ab") == 3)
    #expect(try container.require(Int.self, argument: "abc") == 5)
  }

  @Test func `an entry without arguments has one instance`() throws {
    container.register(Channel.self) { _ in Channel("") }.scope(.perArgument)
    let channel = try container.require(Channel.self)
    #expect(try container.require(Channel.self) === channel)
    container.resetObjectScope(.perArgument)
    #expect(try container.require(Channel.self) !== channel)
  }

  @Test func `it can be the default scope`() throws {
    let container = Container(defaultObjectScope: .perArgument)
    container.register(Channel.self) { _, name in Channel(name) }
    container.register(Channel.self, name: "other") { _, name in Channel(name) }
    container.register(Channel.self) { _ in Channel("") }
    #expect(try channel("news", container) === channel("news", container))
    #expect(try container.require(Channel.self) === container.require(Channel.self))
    let other = try container.require(Channel.self, name: "other", argument: "news")
    #expect(try other !== channel("news", container))
  }

  @Test func `a failed build is not kept`() throws {
    struct Unready: Error {}
    let container = container
    container.failureHandler = { _ in }
    let builds = Counter()
    container.register(Channel.self) { (_, name: String) in
      if builds.next() == 1 { throw Unready() }
      return Channel(name)
    }.scope(.perArgument)
    #expect(throws: ResolutionError.self) { try channel("news") }
    let news = try channel("news")
    #expect(try channel("news") === news)
    #expect(builds.value == 2)
  }

  @Test func `a lazy and a provider lead to the same instances`() throws {
    _ = register()
    let lazy = try container.require(Lazy<Channel>.self, argument: "news")
    let provider = try container.require(Provider<Channel>.self, argument: "news")
    let free = try container.require(Provider<Channel, String>.self)
    let news = lazy.instance
    #expect(provider.instance === news)
    #expect(free("news") === news)
    #expect(free("sport") !== news)
    #expect(try container.require(Channel?.self, argument: "news") === news)
  }

  @Test func `the scope names itself`() {
    #expect(ObjectScope.perArgument.description == "perArgument")
    #expect(register().objectScope === ObjectScope.perArgument)
  }

  @Test func `as the parent of a custom scope it keeps nothing`() throws {
    let scope = ObjectScope(storageFactory: { TransientStorage() }, parent: ObjectScope.perArgument)
    container.register(Channel.self) { _, name in Channel(name) }.inObjectScope(scope)
    #expect(try channel("news") !== channel("news"))
    #expect(try channel("sport").name == "sport")
  }

  @Test func `objects are equal by the class that they are passed as`() throws {
    container.register(Channel.self) { (_, leaf: Leaf) in Channel(leaf.word) }.inObjectScope(.perArgument)
    let green = try container.require(Channel.self, argument: Green("tea") as Leaf)
    #expect(try container.require(Channel.self, argument: Leaf("tea")) === green)
    #expect(try container.require(Channel.self, argument: Black("tea") as Leaf) === green)
    #expect(try container.require(Channel.self, argument: Black("mate") as Leaf) !== green)
  }
}
