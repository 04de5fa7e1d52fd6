import Facet
import FacetTestSupport
import Testing

private protocol Library: AnyObject { var title: String { get } }
private final class Records: Library {
  let title: String
  init(title: String = "records") { self.title = title }
}
private final class Speaker: Sendable {
  let loudness: Int
  init(loudness: Int = 5) { self.loudness = loudness }
}
private final class Player {
  @Injected var library: any Library
  @Injected(name: "quiet") var quiet: Speaker
  @Injected(argument: 3) var custom: Speaker
  @Injected(name: "pair", arguments: 4, 5) var pair: Speaker
}
private struct Room {
  @Injected var speaker: Speaker
  @OptionalInjected var library: (any Library)?
}
private actor Studio {
  @Injected var library: any Library
  @LazyInjected var speaker: Speaker
  var words: String { "\(library.title) at \(speaker.loudness)" }
  func replaceLibrary(title: String) { library = Records(title: title) }
}
@MainActor private final class Screen {
  @Injected var library: any Library
  @LazyInjected var speaker: Speaker
  @WeakLazyInjected var weak: Speaker?
  @OptionalInjected var missing: Int?
  var words: String { "\(library.title) at \(speaker.loudness)" }
}

private func makeContainer(title: String = "records") -> Container {
  let container = Container()
  container.register(Library.self) { Records(title: title) }
  container.register(Speaker.self) { Speaker() }
  container.register(Speaker.self, name: "quiet") { Speaker(loudness: 1) }
  container.register(Speaker.self) { _, loudness in Speaker(loudness: loudness) }
  container.register(Speaker.self, name: "pair") { _, left, right in Speaker(loudness: left * 10 + right) }
  return container
}

/// Properties that get their services when their object is made.
@Suite(.timeLimit(.minutes(20))) struct InjectedTests {
  @Test func `properties take names and arguments`() {
    let player = Container.withMain(makeContainer()) { Player() }
    #expect(player.library.title == "records")
    #expect([player.quiet, player.custom, player.pair].map(\.loudness) == [1, 3, 45])
  }

  @Test(arguments: [false, true])
  func `in a child without registrations, a property gets the scoped service of the child`(
    isAwaited: Bool
  ) async throws {
    let container = makeContainer()
    container.register(Speaker.self) { Speaker() }.inObjectScope(.scoped)
    if isAwaited {
      container.register(Room.self) { _ async in Room() }
    } else {
      container.register(Room.self) { Room() }
    }
    let (child, other) = (Container(parent: container), Container(parent: container))
    let rooms = [try await child.requireAsync(Room.self), try await other.requireAsync(Room.self)]
    #expect(rooms[0].speaker === child.resolve(Speaker.self))
    #expect(rooms[1].speaker === other.resolve(Speaker.self))
    #expect(rooms[0].speaker !== rooms[1].speaker)
  }

  @Test func `what a parent keeps as a forward shows it is injected from the parent`() throws {
    let container = Container()
    container.register(Speaker.self) { Speaker() }
    container.register(Player.Type.self) { Player.self }.inObjectScope(.container)
      .implements(Room.self) { _ in Room() }
    let child = Container(parent: container)
    child.register(Speaker.self) { Speaker(loudness: 9) }
    #expect(try child.require(Room.self).speaker.loudness == 5)
  }

  @Test func `a property takes a container`() {
    enum Shared { static let container = makeContainer(title: "shared") }
    final class Player {
      @Injected(container: Shared.container) var library: any Library
      @LazyInjected(container: Shared.container) var lazy: any Library
      @WeakLazyInjected(container: Shared.container) var weak: (any Library)?
      @OptionalInjected(name: "none", container: Shared.container) var none: (any Library)?
    }
    let player = Player()
    let libraries = [player.library, player.lazy, player.weak, player.none]
    #expect(libraries.map { $0?.title } == ["shared", "shared", "shared", nil])
  }

  @Test func `an actor has injected properties`() async {
    let studio = Container.withMain(makeContainer()) { Studio() }
    #expect(await studio.words == "records at 5")
    await studio.replaceLibrary(title: "tapes")
    #expect(await studio.words == "tapes at 5")
  }

  @Test @MainActor func `a type of the main actor has injected properties`() {
    let container = makeContainer()
    let screen = Container.withMain(container) { Screen() }
    #expect(screen.words == "records at 5")
    #expect(screen.weak != nil)
    #expect(screen.missing == nil)
    container.register(Screen.self) { MainActor.assumeIsolated { Screen() } }
    #expect(container.resolve(Screen.self)?.words == "records at 5")
  }

  @Test func `a wrapper type is injected, too`() {
    final class Player {
      @Injected var lazy: Lazy<Speaker>
      @Injected var provider: Provider<Speaker, Int>
      @Injected var optional: Int?
    }
    let player = Container.withMain(makeContainer()) { Player() }
    #expect(player.lazy.instance.loudness == 5)
    #expect(player.provider(7).loudness == 7)
    #expect(player.optional == nil)
  }

  @Test func `an optional property of a missing service is nil, nobody is told, and it can be assigned`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    container.register(Speaker.self) { Speaker() }
    var room = Container.withMain(container) { Room() }
    #expect(room.library == nil)
    #expect(failures.all.isEmpty)
    room.library = Records()
    #expect(room.library?.title == "records")
    let old = room
    room.speaker = Speaker(loudness: 9)
    #expect(old.speaker.loudness == 5)
    #expect(room.speaker.loudness == 9)
    // One that cannot be built is told.
    container.register(Library.self) { () -> any Library in throw Broken() }
    #expect(Container.withMain(container) { Room() }.library == nil)
    #expect(failures.all.count == 1)
  }
}
