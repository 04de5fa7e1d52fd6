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

          Path:       Eager → Speaker "loud"
          Place:      'Eager'   registered at Music/Eager.swift:1
          Property:   declared at Music/Player.swift:12
          Near:       'Speaker'   registered at Music/Speakers.swift:3

        To fix this, do one of:
          • Leave out the name.
          • Register it: container.register(Speaker.self, name: "loud") { resolver in … }
          • If it may be missing, write @OptionalInjected at the property, and give it an optional type.
        """)
  }

  enum Way: Codable, CaseIterable {
    case lazy, weak, placed

    fileprivate func use() {
      Container.withMain(Container()) {
        switch self {
        case .lazy: _ = Late().speaker
        case .weak: _ = Weak().speaker
        case .placed: _ = Placed()
        }
      }
    }
    /// How the text begins, and where the property stands.
    var text: (start: String, place: String) {
      switch self {
      case .lazy: ("No registration matches 'Speaker'.\n", "Music/Player.swift:13")
      case .weak: ("No registration matches 'Speaker' with arguments (Int).\n", "Music/Player.swift:14")
      case .placed: ("No registration matches 'Speaker'.\n", "\(#fileID):16")
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `a lazy and a weak property stop at their first use, with their place`(way: Way) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
      endProcess()
      way.use()
    }
    let text = try stopText(result)
    #expect(
      text.hasPrefix(way.text.start) && text.contains("\n  Property:   declared at \(way.text.place)\n"),
      "\(text)")
    #expect(try errorOutput(result).contains("\(way.text.place): error: the program stops here\n"))
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
    #expect(text.contains("\n  Property:   declared at Music/Player.swift:14\n"))
  }
}
