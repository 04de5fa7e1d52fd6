import Facet
import FacetTestSupport
import Testing

private struct Speaker: Sendable {
  var name = ""
  var loudness = 5
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
    main.register { (_, loudness: Int) in Speaker(loudness: loudness) }
    let loud: Speaker? = main.optional(argument: 9)
    let ofMain = Container.withMain(main) {
      [
        Container.optional(Speaker.self, arguments: 8),
        Container.optional(Speaker.self, arguments: 7 as Int?),
      ]
    }
    let speakers =
      [none, main.optional(Speaker.self, name: "loud"), loud] + ofMain
      + [main.optional(Speaker.self, arguments: "a", "b")]
    #expect(speakers.map { $0?.loudness } == [nil, nil, 9, 8, nil, nil])
    #expect(failures.all.isEmpty)
  }

  @Test func `a structure of graph scope is made once in a resolve`() {
    let builds = Counter()
    main.register { Speaker(loudness: builds.next()) }
    main.register(String.self) { [unowned main] _ in
      let (left, right): (Speaker, Speaker) = (main.resolve(), main.resolve())
      return "\(left.loudness) and \(right.loudness)"
    }
    #expect(main.resolve() as String == "1 and 1")
  }

  @Test func `a module keeps the meaning of resolve with a type`() {
    main.register { Speaker(name: "plain") }
    main.register(name: "loud") { Speaker(name: "loud") }
    let speakers: [Speaker] = [main.resolve(Speaker.self), main.resolve(Speaker.self, name: "loud")]
    #expect(speakers.map(\.name) == ["plain", "loud"])
  }
}
