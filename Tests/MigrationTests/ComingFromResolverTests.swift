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

  @Test func `an inferred optional that is not registered is nil`() {
    let failures = Recorder.failures(of: main)
    let none: Speaker? = main.resolve()
    #expect(none == nil)
    #expect(failures.all.isEmpty)
  }

  @Test func `optional gives what is registered`() {
    let none: Speaker? = main.optional()
    #expect(none == nil)
    #expect(main.optional(Speaker.self, name: "loud") == nil)
    main.register { (_, loudness: Int) in Speaker(loudness: loudness) }
    let loud: Speaker? = main.optional(argument: 9)
    #expect(loud?.loudness == 9)
    #expect(main.optional(Speaker.self, arguments: "a", "b") == nil)
    #expect(Container.withMain(main) { Container.optional(Speaker.self, arguments: 8) }?.loudness == 8)
    #expect(Container.withMain(main) { Container.optional(Speaker.self, arguments: 7 as Int?) } == nil)
  }

  @Test func `arguments are typed, and a part of the key`() {
    main.register { (_, name: String, loudness: Int) in Speaker(name: name, loudness: loudness) }
    let speaker: Speaker = main.resolve(arguments: "left", 3)
    #expect(speaker.name == "left")
    #expect(speaker.loudness == 3)
  }

  @Test func `a service that cannot be built is nil with a reason`() {
    struct Broken: Error {}
    let failures = Recorder.failures(of: main)
    main.register { () -> Speaker in throw Broken() }
    let none: Speaker? = main.optional()
    #expect(none == nil)
    #expect(failures.all.count == 1)
  }

  @Test func `a text is a name as it is, and may be missing`() {
    main.register(name: "left") { Speaker(name: "left") }
    main.register { Speaker(name: "plain") }
    let names: [String?] = ["left", nil]
    let speakers: [Speaker] = names.map { main.resolve(name: $0) }
    #expect(speakers.map(\.name) == ["left", "plain"])
  }

  @Test func `a mock that ignores its arguments says their types`() {
    main.register { (_, _: String, _: Int) in Speaker(name: "mock") }
    #expect(main.resolve(Speaker.self, arguments: "left", 3)?.name == "mock")
  }

  @Test func `a helper passes typed arguments on`() {
    struct Setup {
      let name: String
      let loudness: Int
    }
    @Sendable func make(_: any Resolver, _ setup: Setup) -> Speaker {
      Speaker(name: setup.name, loudness: setup.loudness)
    }
    main.register { (r, setup: Setup) in make(r, setup) }
    #expect(main.resolve(Speaker.self, argument: Setup(name: "left", loudness: 3))?.loudness == 3)
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

  @Test(arguments: [ObjectScope.cached, .shared, .application]) func `scopes are reset in the container`(
    scope: ObjectScope
  ) {
    main.register { Speaker() }.scope(scope)
    let first: Speaker = main.resolve()
    #expect(first === main.resolve() as Speaker)
    main.resetObjectScope(scope)
    #expect(first !== main.resolve() as Speaker)
  }

  @Test func `names are strings`() {
    main.register(name: "left") { Speaker(name: "left") }
    let speaker: Speaker = main.resolve(name: "left")
    #expect(speaker.name == "left")
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

  @Test func `scopes have Resolver's names, too`() {
    main.register { Speaker() }.scope(.application)
    main.register(name: "cached") { Speaker() }.scope(.cached)
    main.register(name: "shared") { Speaker() }.scope(.shared)
    main.register(name: "unique") { Speaker() }.scope(.unique)
    func isShared(_ name: String?) -> Bool {
      let (first, second): (Speaker, Speaker) = (main.resolve(name: name), main.resolve(name: name))
      return first === second
    }
    #expect([nil, "cached", "shared", "unique"].map(isShared) == [true, true, true, false])
  }

  @Test func `cached and application are one scope`() {
    main.register { Speaker() }.scope(.application)
    let first: Speaker = main.resolve()
    main.resetObjectScope(.cached)
    #expect(main.resolve(Speaker.self) !== first)
  }

  @Test func `a child is made with its parent`() {
    main.register { Speaker() }
    let child = Container(parent: main)
    let speaker: Speaker? = child.optional()
    #expect(speaker != nil)
  }

  @Test func `the main container is replaced for a task`() {
    main.register { Speaker(name: "test") }
    #expect(Container.withMain(main) { Radio() }.speaker.name == "test")
  }

  @Test func `a property asks the container that builds its object`() throws {
    main.register { Speaker(name: "of this container") }
    main.register { Radio() }
    #expect(try main.require(Radio.self).speaker.name == "of this container")
  }

  @Test func `a property is replaced by an assignment`() {
    main.register { Speaker() }
    let radio = Container.withMain(main) { Radio() }
    radio.speaker = main.resolve()
    radio.speaker = Speaker(name: "loud")
    #expect(radio.speaker.name == "loud")
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

  @Test func `a mock without arguments does not take the place of a service with some`() {
    main.register { (_, name: String) in Speaker(name: name) }
    main.register { Speaker(name: "mock") }
    #expect(main.resolve(Speaker.self, argument: "live")?.name == "live")
    main.register { (_, _: String) in Speaker(name: "mock") }
    #expect(main.resolve(Speaker.self, argument: "live")?.name == "mock")
  }

  @Test func `an argument is found under the type that it is handed over as`() {
    main.register { (_, name: String?) in Speaker(name: name ?? "") }
    #expect(main.resolve(Speaker.self, argument: "left" as String?)?.name == "left")
  }

  @Test func `a registration in the place of one whose instance is kept counts from then on`() {
    main.register { Speaker(name: "old") }.scope(.application)
    #expect(main.resolve(Speaker.self)?.name == "old")
    main.register { Speaker(name: "new") }.scope(.application)
    #expect(main.resolve(Speaker.self)?.name == "new")
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
