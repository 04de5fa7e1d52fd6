import Facet
import FacetTestSupport
import Testing

private protocol Sending: AnyObject { var text: String { get } }
private final class Plain: Sending {
  let text: String
  var tags: [String] = []
  init(_ text: String) { self.text = text }
}
private final class Wrapped: Sending {
  let inner: any Sending
  var text: String { "<\(inner.text)>" }
  init(_ inner: any Sending) { self.inner = inner }
}

/// What is changed about a service of per-argument scope, and the end of its instances.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentChangeTests {
  private let container = Container()

  private func register(_ scope: ObjectScope = .perArgument) -> ServiceEntry<Plain> {
    container.register(Plain.self) { _, text in Plain(text) }.inObjectScope(scope)
  }

  private func ask(_ text: String, _ asked: Container? = nil) throws -> Plain {
    try (asked ?? container).require(Plain.self, argument: text)
  }

  // MARK: - Resets

  @Test func `a reset gives up the instances of all values`() async throws {
    _ = register()
    weak var first: Plain?
    do {
      let (news, sport) = try (ask("news"), ask("sport"))
      first = news
      container.resetObjectScope(.perArgument)
      #expect(try ask("news") !== news)
      #expect(try ask("sport") !== sport)
    }
    container.resetObjectScope(.perArgument, serviceType: Plain.self)
    #expect(await isReleased { first })
  }

  @Test func `a reset through a child, of all services or of one type, reaches the parent`() throws {
    _ = register()
    let child = Container(parent: container)
    let news = try ask("news")
    child.resetObjectScope(.perArgument, serviceType: Wrapped.self)
    #expect(try ask("news") === news)
    child.resetObjectScope(.container)
    #expect(try ask("news") === news)
    child.resetObjectScope(.perArgument, serviceType: Plain.self)
    #expect(try ask("news") !== news)
  }

  @Test func `what is being built during a reset is handed out and not kept`() throws {
    let container = container
    let builds = Counter()
    container.register(Plain.self) { [unowned container] (_, text: String) in
      if builds.next() == 1 { container.resetObjectScope(.perArgument) }
      return Plain(text)
    }.inObjectScope(.perArgument)
    let news = try ask("news")
    #expect(try ask("news") !== news)
    #expect(builds.value == 2)
  }

  // MARK: - Changes of the entry

  @Test func `a changed scope gives the instances up, and holds from the next resolve on`() throws {
    let entry = register()
    let news = try ask("news")
    entry.inObjectScope(.perArgument)
    #expect(try ask("news") === news)
    entry.inObjectScope(.container)
    let shared = try ask("news")
    #expect(shared !== news)
    #expect(try ask("sport") === shared)
    entry.inObjectScope(.perArgument)
    #expect(try ask("sport").text == "sport")
    #expect(try ask("news").text == "news")
    entry.inObjectScope(.transient)
    #expect(try ask("news") !== ask("news"))
  }

  @Test func `a scope that its factory changes is built to the end`() throws {
    let container = container
    let builds = Counter()
    let entry = Recorder<ServiceEntry<Plain>>()
    entry.add(
      container.register(Plain.self) { (_, text: String) in
        if builds.next() == 1 { entry.all[0].inObjectScope(.container) }
        return Plain(text)
      }.inObjectScope(.perArgument))
    let news = try ask("news")
    let next = try ask("news")
    #expect(next !== news)
    #expect(try ask("news") === next)
  }

  @Test func `a completion that is added later runs for later instances`() throws {
    let entry = register()
    let news = try ask("news")
    entry.initCompleted { _, plain in plain.tags.append("late") }
    #expect(try ask("news") === news)
    #expect(news.tags.isEmpty)
    #expect(try ask("sport").tags == ["late"])
  }

  @Test func `decorators wrap each instance once, and later ones later instances`() throws {
    container.register((any Sending).self) { (_, text: String) in Plain(text) }.inObjectScope(.perArgument)
      .implements(AnyObject.self)
    container.decorate((any Sending).self) { (_, inner, _: String) in Wrapped(inner) }
    let news = try container.require((any Sending).self, argument: "news")
    #expect(news.text == "<news>")
    #expect(try container.require(AnyObject.self, argument: "news") === news)
    container.decorate((any Sending).self) { (_, inner, _: String) in Wrapped(inner) }
    #expect(try container.require((any Sending).self, argument: "news") === news)
    #expect(try container.require((any Sending).self, argument: "sport").text == "<<sport>>")
  }

  @Test func `a child's decorator keeps one instance for each value around the parent's`() throws {
    container.register((any Sending).self) { (_, text: String) in Plain(text) }.inObjectScope(.perArgument)
    let child = Container(parent: container)
    child.decorate((any Sending).self) { (_, inner, _: String) in Wrapped(inner) }
    let outer = try #require(child.resolve((any Sending).self, argument: "news") as? Wrapped)
    #expect(try child.require((any Sending).self, argument: "news") === outer)
    #expect(try container.require((any Sending).self, argument: "news") === outer.inner)
    #expect(try child.require((any Sending).self, argument: "sport").text == "<sport>")
  }

  // MARK: - Removal

  @Test func `a removed or replaced entry gives its instances up, while its forwards keep them`() async throws
  {
    weak var first: Plain?
    let entry = register()
    do { first = try ask("news") }
    #expect(first != nil)
    #expect(container.unregister(Plain.self, arguments: String.self))
    #expect(await isReleased { first })
    withExtendedLifetime(entry) {}

    _ = register().implements((any Sending).self)
    let news = try ask("news")
    _ = register()
    #expect(try ask("news") !== news)
    #expect(try container.require((any Sending).self, argument: "news") === news)
    container.removeAll()
    let missing = try container.require((any Sending)?.self, argument: "news")
    #expect(missing == nil)
  }

  @Test func `a container that is released releases the instances`() async throws {
    weak var first: Plain?
    do {
      let container = Container()
      container.register(Plain.self) { _, text in Plain(text) }.inObjectScope(.perArgument)
      first = try ask("news", container)
      #expect(first != nil)
    }
    #expect(await isReleased { first })
  }

  @Test func `many values with one hash are released without a deep stack`() async throws {
    struct Same: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }
    weak var last: Plain?
    do {
      let container = Container()
      container.register(Plain.self) { (_, same: Same) in Plain("\(same.number)") }
        .inObjectScope(.perArgument)
      for number in 0..<600 { last = try container.require(Plain.self, argument: Same(number: number)) }
      #expect(last?.text == "599")
    }
    #expect(await isReleased { last })
  }

  // MARK: - Copies

  @Test func `a copy, and a layer of overrides, have instances of their own`() throws {
    _ = register()
    let news = try ask("news")
    let copy = container.copy()
    let copied = try ask("news", copy)
    #expect(copied !== news)
    #expect(try ask("news", copy) === copied)
    copy.resetObjectScope(.perArgument)
    #expect(try ask("news") === news)
    let layer = container.overriding { layer in
      layer.register(Plain.self) { (_, text: String) in Plain("fake \(text)") }.inObjectScope(.perArgument)
    }
    let fake = try ask("news", layer)
    #expect(fake.text == "fake news")
    #expect(try ask("news", layer) === fake)
    #expect(try ask("news") === news)
  }

  // MARK: - Close

  @Test func `every kept instance is disposed of once, in the reverse order of creation`() throws {
    let disposed = Recorder<String>()
    container.register(Wrapped.self) { r in Wrapped(Plain("")) }.inObjectScope(.container)
      .onClose { _ in disposed.add("wrapped") }
    let entry = register().implements((any Sending).self)
    for text in ["a", "b"] { _ = try ask(text) }
    entry.onClose { disposed.add($0.text) }
    _ = try container.require(Wrapped.self)
    for text in ["c", "a"] { _ = try ask(text) }
    entry.onClose { disposed.add("last \($0.text)") }
    try container.close()
    try container.close()
    #expect(disposed.all == ["last c", "c", "wrapped", "last b", "b", "last a", "a"])
    #expect(throws: ResolutionError.self) { try ask("a") }
  }

  @Test func `an asynchronous action needs an awaited close`() async throws {
    let disposed = Recorder<String>()
    register().onClose { plain async in disposed.add(plain.text) }
    for text in ["a", "b"] { _ = try ask(text) }
    #expect(throws: CloseError.self) { try container.close() }
    try await container.closeAsync()
    #expect(disposed.all == ["b", "a"])
  }
}
