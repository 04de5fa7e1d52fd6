import Facet
import Testing

/// Names tell registrations of one type apart.
@Suite(.timeLimit(.minutes(20))) struct NameTests {
  private let container = Container { $0.failureHandler = { _ in } }

  @Test func `a name is found by an equal name, serves several types, and may be empty`() {
    container.register(Int.self, name: "one") { _ in 1 }
    container.register(Int.self, name: "two") { _ in 2 }
    container.register(Int.self, name: "") { _ in 0 }
    container.register(String.self, name: "one") { _ in "first" }
    let names = ["one", String("two".reversed().reversed()), "", "One", nil]
    #expect(names.map { container.resolve(Int.self, name: $0) } == [1, 2, 0, nil, nil])
    #expect(container.resolve(String.self, name: "one") == "first")
    container.register(Int.self) { _ in 3 }
    #expect(["", nil].map { container.resolve(Int.self, name: $0) } == [0, 3])
  }

  @Test(arguments: [
    ("\u{E9}", "e\u{301}"), ("\u{212A}", "K"), ("\u{37E}", ";"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ("\u{212B}", "\u{C5}"), ("\u{1E69}", "s\u{323}\u{307}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
  ])
  func `equivalent spellings are one name, wherever in it they are`(first: String, second: String) {
    for length in [0, 7, 8, 15, 16, 40] {
      for place in 0...length {
        let container = Container()
        let (head, tail) = (
          String(repeating: "a", count: place), String(repeating: "b", count: length - place)
        )
        container.register(Int.self, name: head + first + tail) { _ in 1 }
        let name = head + second + tail
        #expect(container.resolve(Int.self, name: name) == 1)
        #expect(container.unregister(Int.self, name: name), "\(name)")
      }
    }
  }

  @Test func `names of other alphabets and emoji, and very long ones`() {
    let long = String(repeating: "a long name, ", count: 10_000)
    let names = [
      "犬", "собака", "كلب", "🐕‍🦺", "🇯🇵", "ß", "SS", "İ", "i̇", "\u{0}", "\n", " ", long, long + "1", long + "2",
    ]
    for (number, name) in names.enumerated() { container.register(Int.self, name: name) { _ in number } }
    #expect(names.map { container.resolve(Int.self, name: $0) } == Array(names.indices))
  }
}
