import Facet
import FacetTestSupport
import Synchronization
import Testing

/// Something that counts how many of its kind live.
private final class Sound {
  static let living = Atomic<Int>(0)
  let number: Int
  init(_ number: Int) {
    self.number = number
    Sound.living.wrappingAdd(1, ordering: .relaxed)
  }
  deinit { Sound.living.wrappingSubtract(1, ordering: .relaxed) }
}
private final class Page {
  let number: Int
  let next: Page?
  init(_ number: Int, next: Page? = nil) {
    self.number = number
    self.next = next
  }
}

/// Per-argument scope with a limit, and weakly.
@Suite(.timeLimit(.minutes(5))) struct PerArgumentLimitTests {
  private let container = Container()
  private let builds = Recorder<Int>()

  private func register(_ scope: ObjectScope) {
    container.register(Page.self) { [builds] (_, number: Int) in
      builds.add(number)
      return Page(number)
    }.inObjectScope(scope)
  }

  private func ask(_ numbers: Int...) throws {
    for number in numbers { _ = try container.require(Page.self, argument: number) }
  }

  @Test func `the least recently used instance goes first`() throws {
    register(.perArgument(limit: 2))
    try ask(1, 2, 1, 3)
    #expect(builds.all == [1, 2, 3])
    try ask(1, 3)
    #expect(builds.all == [1, 2, 3])
    try ask(2)
    #expect(builds.all == [1, 2, 3, 2])
    try ask(3, 2)
    #expect(builds.all == [1, 2, 3, 2])
    try ask(1)
    #expect(builds.all == [1, 2, 3, 2, 1])
  }

  @Test func `a limit of one keeps the last instance`() throws {
    register(.perArgument(limit: 1))
    try ask(1, 1, 2, 2, 1)
    #expect(builds.all == [1, 2, 1])
  }

  @Test func `each entry has a limit of its own`() throws {
    let scope = ObjectScope.perArgument(limit: 1)
    register(scope)
    container.register(Page.self, name: "other") { _, number in Page(number) }.inObjectScope(scope)
    try ask(1)
    _ = try container.require(Page.self, name: "other", argument: 2)
    try ask(1)
    #expect(builds.all == [1])
  }

  @Test func `what goes is released, and what was handed out stays`() async throws {
    register(.perArgument(limit: 1))
    weak var first: Page?
    do {
      let page = try container.require(Page.self, argument: 1)
      first = page
      try ask(2)
      #expect(page.number == 1)
    }
    #expect(await isReleased { first })
  }

  @Test func `a failed build takes the place of nothing`() throws {
    struct Torn: Error {}
    container.failureHandler = { _ in }
    container.register(Page.self) { [builds] (_, number: Int) in
      builds.add(number)
      if number < 0 { throw Torn() }
      return Page(number)
    }.inObjectScope(.perArgument(limit: 1))
    try ask(1)
    #expect(throws: ResolutionError.self) { try ask(-1) }
    try ask(1)
    #expect(builds.all == [1, -1])
  }

  @Test func `what is being built is not given up meanwhile`() throws {
    container.register(Page.self) { [builds] r, number in
      builds.add(number)
      guard number == 0 else { return Page(number) }
      let last = try (1...5).map { try r.require(Page.self, argument: $0) }.last
      return Page(number, next: last)
    }.inObjectScope(.perArgument(limit: 1))
    let page = try container.require(Page.self, argument: 0)
    #expect(page.next?.number == 5)
    #expect(builds.all == [0, 1, 2, 3, 4, 5])
    // The one that was finished last.
    #expect(try container.require(Page.self, argument: 0) === page)
    try ask(5)
    #expect(builds.all == [0, 1, 2, 3, 4, 5, 5])
  }

  @Test func `memory does not grow with the number of different arguments`() async throws {
    container.register(Sound.self) { _, number in Sound(number) }.inObjectScope(.perArgument(limit: 100))
    for number in 0..<20_000 { _ = try container.require(Sound.self, argument: number) }
    // Other tests may hold back for a moment what was given up.
    #expect(await isReleased { Sound.living.load(ordering: .relaxed) > 100 ? container : nil })
    #expect(Sound.living.load(ordering: .relaxed) == 100)
    #expect(try container.require(Sound.self, argument: 19_900).number == 19_900)
  }

  // MARK: - Weakly

  @Test func `weakly, an instance is found as long as somebody holds it`() throws {
    register(.perArgument(weakly: true))
    weak var first: Page?
    do {
      let page = try container.require(Page.self, argument: 1)
      first = page
      #expect(try container.require(Page.self, argument: 1) === page)
      try ask(2)
      #expect(try container.require(Page.self, argument: 1) === page)
    }
    #expect(first == nil)
    try ask(1)
    #expect(builds.all == [1, 2, 1])
  }

  @Test func `weakly, values that are not objects are not shared`() throws {
    container.register(Int.self) { [builds] (_, number: Int) in
      builds.add(number)
      return number
    }.inObjectScope(.perArgument(weakly: true))
    #expect(try container.require(Int.self, argument: 1) == 1)
    #expect(try container.require(Int.self, argument: 1) == 1)
    #expect(builds.all == [1, 1])
  }

  private final class Key: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Key, right: Key) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `weakly, the arguments of instances that are gone are released`() async throws {
    container.register(Page.self) { (_, key: Key) in Page(key.number) }
      .inObjectScope(.perArgument(weakly: true))
    let held = try container.require(Page.self, argument: Key(-1))
    weak var first: Key?
    for number in 0..<100 {
      let key = Key(number)
      if number == 0 { first = key }
      _ = try container.require(Page.self, argument: key)
    }
    #expect(await isReleased { first })
    #expect(try container.require(Page.self, argument: Key(-1)) === held)
  }

  @Test func `the arguments of a given-up instance are released`() async throws {
    container.register(Page.self) { (_, key: Key) in Page(key.number) }
      .inObjectScope(.perArgument(limit: 1))
    weak var first: Key?
    do {
      let key = Key(1)
      first = key
      _ = try container.require(Page.self, argument: key)
    }
    #expect(first != nil)
    _ = try container.require(Page.self, argument: Key(2))
    #expect(await isReleased { first })
  }

  @Test func `the arguments of a failed build are released`() async throws {
    struct Torn: Error {}
    container.register(Page.self) { (_, key: Key) throws -> Page in throw Torn() }
      .inObjectScope(.perArgument)
    weak var first: Key?
    do {
      let key = Key(1)
      first = key
      _ = try? container.require(Page.self, argument: key)
    }
    #expect(await isReleased { first })
  }
}
