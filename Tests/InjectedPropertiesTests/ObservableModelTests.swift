import Facet
import FacetTestSupport
import Observation
import Testing

private final class Library: Sendable {
  let titles = ["Blue"]
}
private final class Speaker: Sendable {}

@Observable private final class Player {
  @ObservationIgnored @Injected var library: Library
  @ObservationIgnored @LazyInjected var speaker: Speaker
  @ObservationIgnored @WeakLazyInjected var weak: Library?
  @ObservationIgnored @OptionalInjected var missing: Int?
  var isPlaying = false
}

@MainActor @Observable private final class Screen {
  @ObservationIgnored @Injected var library: Library
  @ObservationIgnored @LazyInjected var speaker: Speaker
  var title = ""
}

/// Injected properties of observed models: `@Observable` rewrites stored properties, which a property with a wrapper cannot be.
@Suite(.timeLimit(.minutes(20))) struct ObservableModelTests {
  private let container = Container { container in
    container.register(Library.self) { _ in Library() }.inObjectScope(.container)
    container.register(Speaker.self) { _ in Speaker() }.inObjectScope(.container)
  }

  @Test func `a model has injected properties that are not observed`() {
    container.register(Player.self) { _ in Player() }
    let player = container.resolve(Player.self)!
    #expect(player.library === container.resolve(Library.self))
    #expect(player.speaker === container.resolve(Speaker.self))
    #expect(player.weak === player.library)
    #expect(player.missing == nil)

    let changes = Recorder<String>()
    withObservationTracking {
      _ = (player.isPlaying, player.library, player.speaker)
    } onChange: {
      changes.add("changed")
    }
    player.library = Library()
    player.$speaker.release()
    #expect(changes.all.isEmpty)
    player.isPlaying = true
    #expect(changes.all == ["changed"])
  }

  @Test @MainActor func `a model of the main actor has them, too`() {
    container.register(Screen.self) { @MainActor _ in Screen() }
    let screen = container.resolve(Screen.self)!
    screen.title = screen.library.titles[0]
    #expect(screen.title == "Blue")
    #expect(screen.speaker === container.resolve(Speaker.self))
  }
}
