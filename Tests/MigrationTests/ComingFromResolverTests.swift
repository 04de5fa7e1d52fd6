import Facet
import FacetTestSupport
import Testing

private protocol Library: AnyObject {}
private final class Records: Library {}
private final class Speaker: Sendable {
  let name: String
  let loudness: Int
  init(name: String = "", loudness: Int = 5) {
    self.name = name
    self.loudness = loudness
  }
}
private final class Player: @unchecked Sendable {
  let title: String
  var library: (any Library)?
  var words = ""
  init(title: String = "") { self.title = title }
}
private final class Radio {
  @Injected var speaker: Speaker
}

extension Resolver {
  fileprivate func resolve<S>(_: S.Type, name: String? = nil) -> S { resolve(name: name) }
}

/// What differs for who comes from Resolver: the rows of the article, in its order.
@Suite(.timeLimit(.minutes(20))) struct ComingFromResolverTests {
  private let main = Container()

  @Test func `a text is a name as it is, and may be missing`() {
    main.register(name: "left") { Speaker(name: "left") }
    main.register { Speaker(name: "plain") }
    let names: [String?] = ["left", nil]
    let speakers: [Speaker] = names.map { main.resolve(name: $0) }
    #expect(speakers.map(\.name) == ["left", "plain"])
  }

  @Test func `optional gives what is registered, and tells nobody`() {
    let failures = Recorder.failures(of: main)
    let none: Speaker? = main.optional()
    let inferred: Speaker? = main.resolve()
    #expect(none == nil && inferred == nil)
    #expect(main.optional(Speaker.self, name: "loud") == nil)
    main.register { (_, loudness: Int) in Speaker(loudness: loudness) }
    let loud: Speaker? = main.optional(argument: 9)
    #expect(loud?.loudness == 9)
    #expect(main.optional(Speaker.self, arguments: "a", "b") == nil)
    #expect(Container.withMain(main) { Container.optional(Speaker.self, arguments: 8) }?.loudness == 8)
    #expect(Container.withMain(main) { Container.optional(Speaker.self, arguments: 7 as Int?) } == nil)
    #expect(failures.all.isEmpty)
  }

  @Test func `one closure sees every new instance of a type`() {
    let seen = Recorder<String>()
    main.decorateAll(Speaker.self) { _, speaker in
      seen.add(speaker.name)
      return speaker
    }
    main.register { Speaker(name: "plain") }
    main.register(name: "left") { Speaker(name: "left") }
    let speakers: [Speaker] = [main.resolve(), main.resolve(name: "left")]
    #expect(speakers.count == 2)
    #expect(seen.all == ["plain", "left"])
  }

  @Test func `properties are resolved, also with the arguments`() {
    main.register { Records() as any Library }
    main.register { (_, title: String) in Player(title: title) }
      .resolveProperties { r, player in player.library = r.optional() }
      .resolveProperties { (_, player, title: String) in player.words = "completed \(title)" }
    let player: Player = main.resolve(argument: "Blue")
    #expect(player.library is Records)
    #expect(player.words == "completed Blue")
  }

  @Test func `a layer reaches what the main container keeps, and a child does not`() {
    main.register { Speaker(name: "live") }
    main.register { Radio() }.scope(.application)
    let child = Container(parent: main)
    child.register { Speaker(name: "mock") }
    let layer = main.overriding { $0.register { Speaker(name: "mock") } }
    let names = [child, layer].map { container in
      Container.withMain(container) { (Container.resolve() as Radio).speaker.name }
    }
    #expect(names == ["live", "mock"])
  }

  @Test func `a module keeps the meaning of resolve with a type`() {
    main.register { Speaker(name: "plain") }
    main.register(name: "loud") { Speaker(name: "loud") }
    let speakers: [Speaker] = [main.resolve(Speaker.self), main.resolve(Speaker.self, name: "loud")]
    #expect(speakers.map(\.name) == ["plain", "loud"])
  }

  @Test func `a name and a protocol lead to one registration`() {
    main.register(name: "records") { Records() }.implements((any Library).self)
    #expect(main.optional((any Library).self) is Records)
  }
}
