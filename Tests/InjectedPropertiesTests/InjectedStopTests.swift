import Facet
import FacetTestSupport
import Testing

private final class Speaker {}
private struct Eager {
  @Injected(name: "loud", fileID: "Music/Player.swift", line: 12) var speaker: Speaker
}
private struct Late {
  @LazyInjected(fileID: "Music/Player.swift", line: 13) var speaker: Speaker
}
private struct Weak {
  @WeakLazyInjected(arguments: 3, fileID: "Music/Player.swift", line: 14) var speaker: Speaker?
}
private struct Placed {
  @Injected var speaker: Speaker
}

/// A property whose service is missing stops with the whole text, and the place of the property.
@Suite(.timeLimit(.minutes(20))) struct InjectedStopTests {
  @Test func `an injected property stops when its object is made`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Eager.self, fileID: "Music/Eager.swift", line: 1) { Eager() }
      container.register(Speaker.self, fileID: "Music/Speakers.swift", line: 3) { Speaker() }
      _ = container.resolve(Eager.self)
    }
    #expect(
      try stopText(result) == """
        No registration matches 'Speaker' named "loud".

          Path:    Eager → Speaker "loud"
          Place:   'Eager'   registered at Music/Eager.swift:1
          Near:    'Speaker'   registered at Music/Speakers.swift:3

        To fix this, do one of:
          • Leave out the name.
          • Register it: container.register(Speaker.self, name: "loud") { resolver in … }

          Stopped at Music/Player.swift:12
        """)
  }

  @Test func `a lazy property stops at its first use`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let late = Container.withMain(Container()) { Late() }
      _ = late.speaker
    }
    let text = try stopText(result)
    #expect(text.hasPrefix("No registration matches 'Speaker'.\n"))
    #expect(text.hasSuffix("\n  Stopped at Music/Player.swift:13"))
    #expect(try errorOutput(result).contains("Music/Player.swift:13: error: the program stops here\n"))
  }

  @Test func `a weak property stops at its first use`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let weak = Container.withMain(Container()) { Weak() }
      _ = weak.speaker
    }
    let text = try stopText(result)
    #expect(text.hasPrefix("No registration matches 'Speaker' with arguments (Int).\n"))
    #expect(text.hasSuffix("\n  Stopped at Music/Player.swift:14"))
  }

  @Test func `the place is that of the property`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      Container.withMain(Container()) { _ = Placed() }
    }
    #expect(try stopText(result).hasSuffix("Stopped at InjectedPropertiesTests/InjectedStopTests.swift:16"))
  }

  @Test func `a weak property stops where a factory below used a container that is gone`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      var other: Container? = Container()
      other?.register(Speaker.self) { Speaker() }
      other?.register([Provider<Speaker>].self) { r in [r.resolve()!] }.inObjectScope(.container)
      let provider = other!.resolve([Provider<Speaker>].self)![0]
      other = nil
      let container = Container()
      container.register(Speaker.self) { (_, _: Int) in try provider.require() }
      let weak = Container.withMain(container) { Weak() }
      print(weak.speaker == nil)
    }
    let text = try stopText(result)
    #expect(text.hasPrefix("'Provider<Speaker>' was used after its container was gone.\n"))
    #expect(text.hasSuffix("\n  Stopped at Music/Player.swift:14"))
  }
}
