import Facet
import FacetTestSupport
import Testing

/// Names tell registrations of one type apart.
@Suite(.timeLimit(.minutes(20))) struct NameTests {
  private let container = Container()
  private let failures: Recorder<String>

  init() {
    failures = Recorder.failures(of: container)
  }

  @Test func `a name is found by an equal name`() {
    container.register(Int.self, name: "one") { _ in 1 }
    container.register(Int.self, name: "two") { _ in 2 }
    #expect(container.resolve(Int.self, name: "one") == 1)
    #expect(container.resolve(Int.self, name: String("two".reversed().reversed())) == 2)
    #expect(container.resolve(Int.self, name: "One") == nil)
    #expect(container.resolve(Int.self) == nil)
  }

  @Test func `an empty name is not no name`() {
    container.register(Int.self, name: "") { _ in 1 }
    #expect(container.resolve(Int.self) == nil)
    #expect(container.resolve(Int.self, name: "") == 1)
    container.register(Int.self) { _ in 2 }
    #expect(container.resolve(Int.self, name: "") == 1)
    #expect(container.resolve(Int.self, name: nil) == 2)
  }

  @Test func `names are equal by canonical equivalence`() {
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    container.register(Int.self, name: composed) { _ in 1 }
    #expect(container.resolve(Int.self, name: decomposed) == 1)
    container.register(Int.self, name: decomposed) { _ in 2 }
    #expect(container.resolve(Int.self, name: composed) == 2)
    #expect(container.unregister(Int.self, name: composed))
    #expect(!container.hasAnyRegistration(of: Int.self, name: decomposed))
  }

  @Test(arguments: [
    ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{212B}", "\u{C5}"), ("\u{1E69}", "s\u{323}\u{307}"),
    ("q\u{307}\u{323}", "q\u{323}\u{307}"),
  ])
  func `equivalent spellings are one name`(first: String, second: String) {
    container.register(Int.self, name: first) { _ in 1 }
    #expect(container.resolve(Int.self, name: second) == 1)
  }

  @Test(arguments: [
    ("\u{E9}", "e\u{301}"), ("\u{212A}", "K"), ("\u{37E}", ";"), ("\u{AC00}", "\u{1100}\u{1161}"),
  ])
  func `long names are one name in equivalent spellings, wherever these are`(first: String, second: String) {
    for length in [7, 8, 15, 16, 40] {
      for place in 0...length {
        let container = Container()
        let (head, tail) = (
          String(repeating: "a", count: place), String(repeating: "b", count: length - place)
        )
        container.register(Int.self, name: head + first + tail) { _ in 1 }
        let name = head + second + tail
        #expect(container.unregister(Int.self, name: name), "\(name)")
      }
    }
  }

  @Test func `names of other alphabets and emoji`() {
    let names = ["犬", "собака", "كلب", "🐕‍🦺", "🇯🇵", "ß", "SS", "İ", "i̇", "\u{0}", "\n", " "]
    for (number, name) in names.enumerated() { container.register(Int.self, name: name) { _ in number } }
    for (number, name) in names.enumerated() { #expect(container.resolve(Int.self, name: name) == number) }
  }

  @Test func `very long names differ at their ends`() {
    let long = String(repeating: "a long name, ", count: 10_000)
    container.register(Int.self, name: long + "1") { _ in 1 }
    container.register(Int.self, name: long + "2") { _ in 2 }
    #expect(container.resolve(Int.self, name: long + "1") == 1)
    #expect(container.resolve(Int.self, name: long + "2") == 2)
    #expect(container.resolve(Int.self, name: long) == nil)
  }

  @Test func `one name serves several types`() {
    container.register(Int.self, name: "x") { _ in 1 }
    container.register(String.self, name: "x") { _ in "one" }
    #expect(container.resolve(Int.self, name: "x") == 1)
    #expect(container.resolve(String.self, name: "x") == "one")
  }

  @Test func `a substring of a larger text is a name`() {
    let text = "the name: café"
    container.register(Int.self, name: String(text.dropFirst(10))) { _ in 1 }
    #expect(container.resolve(Int.self, name: "café") == 1)
  }
}
