import Facet
import FacetTestSupport
import Testing

private protocol Sending: AnyObject {}
private final class Channel: Sending {
  let name: String
  var peer: Channel?
  init(_ name: String) { self.name = name }
}
/// Equal by its letter alone, with one hash for all.
private struct Initial: Hashable {
  let word: String
  static func == (left: Initial, right: Initial) -> Bool { left.word.first == right.word.first }
  func hash(into hasher: inout Hasher) {}
}
private class Leaf: Hashable, @unchecked Sendable {
  let word: String
  init(_ word: String) { self.word = word }
  static func == (left: Leaf, right: Leaf) -> Bool { left.word == right.word }
  func hash(into hasher: inout Hasher) { hasher.combine(word) }
}
private final class Green: Leaf, @unchecked Sendable {}
private struct Draft {}
private struct Sketch: Equatable {}

/// One instance for each value of the arguments, with the rules of container scope.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentTests {
  private let container = Container()
  private let entry: ServiceEntry<Channel>

  init() {
    container.failureHandler = { _ in }
    entry = container.register(Channel.self) { _, name in Channel(name) }.inObjectScope(.perArgument)
  }

  @Test(arguments: [false, true])
  func `an argument is released when its factory has failed, and is built again when it is asked again`(
    isAwaited: Bool
  ) async throws {
    let isBroken = Locked(true)
    @Sendable func list(_ leaf: Leaf) throws -> [Leaf] {
      if isBroken.value { throw Broken() }
      return [leaf]
    }
    let entry =
      isAwaited
      ? container.register([Leaf].self) { (_, leaf: Leaf) async throws in try list(leaf) }
      : container.register([Leaf].self) { (_, leaf: Leaf) in try list(leaf) }
    entry.inObjectScope(.perArgument)
    func ask(_ leaf: Leaf) async -> [Leaf]? {
      isAwaited
        ? try? await container.requireAsync([Leaf].self, argument: leaf)
        : try? container.require([Leaf].self, argument: leaf)
    }
    weak var argument: Leaf?
    do {
      let leaf = Leaf("oak")
      argument = leaf
      #expect(await ask(leaf) == nil)
    }
    #expect(argument == nil)
    isBroken.exchange(false)
    let lists = [await ask(Leaf("oak")), await ask(Leaf("oak"))]
    #expect(lists[0] != nil && lists[0]?[0] === lists[1]?[0])
  }

  private func channel(_ name: String, _ asked: Container? = nil) throws -> Channel {
    try (asked ?? container).require(Channel.self, argument: name)
  }

  @Test func `equal arguments give one instance under all keys of an entry; each argument counts`() throws {
    entry.implements((any Sending).self)
    let news = try channel("news")
    #expect(news.name == "news")
    #expect(try channel("news") === news)
    #expect(try container.require((any Sending).self, argument: "news") === news)
    #expect(try container.require(Lazy<Channel>.self, argument: "news").instance === news)
    #expect(try container.require(Provider<Channel, String>.self)("news") === news)
    #expect(try channel("sport").name == "sport")
    container.register(Channel.self) { (_, _: Int, _: Double) in Channel("") }.inObjectScope(.perArgument)
    let first = try container.require(Channel.self, arguments: 1, 2.0)
    #expect(try container.require(Channel.self, arguments: 1, 2.0) === first)
    #expect(try container.require(Channel.self, arguments: 1, 3.0) !== first)
    #expect(try container.require(Channel.self, arguments: 2, 2.0) !== first)
  }

  @Test func `values are compared as their types say`() throws {
    func isShared<Argument: Hashable & Sendable>(_ first: Argument, _ second: Argument) throws -> Bool {
      container.register(Int.self) { (_, _: Argument) in 1 }
      container.register([Channel].self) { (_, _: Argument) in [Channel("")] }.inObjectScope(.perArgument)
      return try container.require([Channel].self, argument: first)[0]
        === container.require([Channel].self, argument: second)[0]
    }
    let shared = try [
      isShared("caf\u{e9}", "cafe\u{301}"), isShared(0.0, -0.0), isShared(Int?.none, nil),
      isShared(["a", "b"], ["a", "b"]), isShared(Initial(word: "Anna"), Initial(word: "Alf")),
      isShared(Green("tea") as Leaf, Leaf("tea")),
    ]
    #expect(shared == [true, true, true, true, true, true])
    let different = try [
      isShared(Int?.none, 0), isShared(Green("tea") as Leaf, Leaf("mate")),
      isShared(Initial(word: "Anna"), Initial(word: "Bert")),
    ]
    #expect(different == [false, false, false])
  }

  @Test func `an entry without arguments has one instance, also as the default scope`() throws {
    let container = Container(defaultObjectScope: .perArgument)
    container.register(Channel.self) { _ in Channel("") }
    container.register(Int.self) { (_, text: String) in text.count }
    #expect(try container.require(Channel.self) === container.require(Channel.self))
    #expect(try container.require(Int.self, argument: "abc") == 3)
    #expect(try container.require(Int.self, argument: "ab") == 2)
  }

  @Test func `the container that owns the entry builds and keeps instances, and a copy its own`() throws {
    container.register(Leaf.self) { _ in Leaf("parent's") }
    container.register(Channel.self) { (r, _: String) in Channel(try r.require(Leaf.self).word) }
      .inObjectScope(.perArgument)
    let child = Container(parent: container)
    child.register(Leaf.self) { _ in Leaf("child's") }
    let news = try channel("news", child)
    #expect(news.name == "parent's")
    #expect(try channel("news") === news)
    let copy = container.copy()
    let copied = try channel("news", copy)
    #expect(copied !== news)
    copy.resetObjectScope(.perArgument)
    #expect(try channel("news", copy) !== copied)
    #expect(try channel("news") === news)
  }

  @Test func `an argument that is not equal to itself is an error`() {
    container.register(Channel.self, fileID: "Shop/Channels.swift", line: 7) { (_, _: Double) in Channel("") }
      .inObjectScope(.perArgument)
    let error = #expect(throws: ResolutionError.self) {
      try container.require(Channel.self, argument: Double.nan)
    }
    #expect(error?.code == .factoryFailed)
    #expect(
      error?.description == """
        The factory of 'Channel' with arguments (Double) failed: an argument does not equal itself, as a nan does not, so perArgument would never \
        find the instance again

          Path:    Channel
          Place:   registered at Shop/Channels.swift:7

        To fix this, do one of:
          • Fix what the factory reports.
          • Catch the error in the factory.
        """)
  }

  // MARK: - What ends the instances

  @Test func `a reset, also of a type through a child, gives up the instances of all`() async throws {
    weak var first: Channel?
    do {
      let (news, sport) = (try channel("news"), try channel("sport"))
      first = news
      let child = Container(parent: container)
      child.resetObjectScope(.container)
      child.resetObjectScope(.perArgument, serviceType: Leaf.self)
      #expect(try channel("news") === news)
      child.resetObjectScope(.perArgument, serviceType: Channel.self)
      #expect(try channel("news") !== news)
      #expect(try channel("sport") !== sport)
    }
    #expect(await isReleased { first })
  }

  @Test func `many values with one hash are released with their entry, without a deep stack`() async throws {
    container.register(Channel.self) { (_, number: Same) in Channel("\(number)") }
      .inObjectScope(.perArgument)
    weak var last: Channel?
    for number in 0..<600 { last = try container.require(Channel.self, argument: Same(number: number)) }
    #expect(last != nil)
    #expect(container.unregister(Channel.self, arguments: Same.self))
    #expect(await isReleased { last })
  }

  private struct Same: Hashable, Sendable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  // MARK: - Circles

  @Test func `a service that needs itself with equal arguments is a loop, with its path`() throws {
    container.register(Channel.self) { r, name in
      try r.require(Channel.self, argument: name == "a" ? "b" : "a")
    }.inObjectScope(.perArgument)
    expectFailure(.loop, path: Array(repeating: "'Channel' with arguments (String)", count: 3)) {
      try channel("a")
    }
  }

  @Test func `services that complete one another find each other half-built`() throws {
    entry.initCompleted { r, channel in
      channel.peer = r.resolve(Channel.self, argument: channel.name == "left" ? "right" : "left")
    }
    let (left, right) = try (channel("left"), channel("right"))
    #expect(left.peer === right && right.peer === left)
    right.peer = nil
  }

  // MARK: - Stops

  @Test(arguments: [false, true])
  func `unhashable arguments stop at the scope, or at the first resolve`(isDefault: Bool) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isDefault] in
      endProcess()
      let container = Container(defaultObjectScope: isDefault ? .perArgument : .graph)
      let entry = container.register(Channel.self, name: "main", fileID: "Press/Channels.swift", line: 3) {
        (_, _: Draft, _: Sketch, _: Int) in Channel("")
      }
      if isDefault {
        _ = container.resolve(Channel.self, name: "main", arguments: Draft(), Sketch(), 1)
      } else {
        entry.inObjectScope(.perArgument)
      }
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot keep one Channel per argument, because 'Draft' and 'Sketch' are not Hashable

          Service:   'Channel' named "main" with arguments (Draft, Sketch, Int)   registered at Press/Channels.swift:3
          Scope:     perArgument

        To fix this, do one of:
          • Conform 'Draft' and 'Sketch' to Hashable.
          • Take an argument that is Hashable, such as an identifier.
          • Choose another scope.
        """)
  }
}
