import Facet
import FacetTestSupport
import Testing

private final class Speaker: Sendable {
  let place: String
  init(place: String) { self.place = place }
}

private struct Eager {
  @Injected var speaker: Speaker
  init(container: Container) { _speaker = Injected(container: container) }
}
private struct Maybe {
  @OptionalInjected var speaker: Speaker?
  init(container: Container) { _speaker = OptionalInjected(container: container) }
}
private struct Late {
  @LazyInjected var speaker: Speaker
  @WeakLazyInjected var weak: Speaker?
  init(container: Container) {
    _speaker = LazyInjected(container: container)
    _weak = WeakLazyInjected(container: container)
  }
}
private struct Plain {
  let speaker: Speaker
  init(container: Container) { speaker = container.resolve() }
}

private func makeContainer(_ place: String, built: Recorder<String>? = nil) -> Container {
  Container { container in
    container.register(Speaker.self) { _ in
      built?.add(place)
      return Speaker(place: place)
    }.inObjectScope(.container)
  }
}

/// Properties that an initializer sets by their wrapper: Swift gives them their first value before its body runs.
@Suite(.timeLimit(.minutes(20))) struct InjectedInitializerTests {
  @Test func `a lazy property asks the container that the initializer names, and no other`() {
    let built = Recorder<String>()
    let here = makeContainer("here")
    Container.withMain(makeContainer("main", built: built)) {
      let late = Late(container: here)
      #expect(late.speaker.place == "here")
      #expect(late.weak?.place == "here")
    }
    #expect(built.all.isEmpty)
  }

  @Test func `an injected property has asked the main container before the initializer sets it`() {
    let built = Recorder<String>()
    let (main, here) = (makeContainer("main", built: built), makeContainer("here"))
    Container.withMain(main) {
      #expect(Eager(container: here).speaker.place == "here")
      #expect(Maybe(container: here).speaker?.place == "here")
    }
    #expect(built.all == ["main"])
  }

  @Test func `so it stops if the main container has no such service`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      _ = Container.withMain(Container()) { Eager(container: makeContainer("here")) }
    }
    #expect(try stopText(result).hasPrefix("No registration matches 'Speaker'.\n"))
  }

  @Test func `without a wrapper, or made by a factory, an object asks that container alone`() {
    struct Made { @Injected var speaker: Speaker }
    let built = Recorder<String>()
    let here = makeContainer("here")
    here.register(Made.self) { Made() }
    Container.withMain(makeContainer("main", built: built)) {
      #expect(Plain(container: here).speaker.place == "here")
      #expect(here.resolve(Made.self)?.speaker.place == "here")
      #expect(Container.withMain(here) { Made() }.speaker.place == "here")
    }
    #expect(built.all.isEmpty)
  }
}
