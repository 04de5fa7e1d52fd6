import Facet
import FacetTestSupport
import Testing

private struct Story: ServiceKeyOption {
  let name: String
  func isEqualTo(_ another: any ServiceKeyOption) -> Bool { (another as? Story)?.name == name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
  var description: String { "Storyboard: \(name)" }
}
private struct Other: ServiceKeyOption {
  func isEqualTo(_ another: any ServiceKeyOption) -> Bool { another is Other }
  func hash(into hasher: inout Hasher) {}
  let description = "Other"
}

/// Extensions may add a part of their own to a key.
@Suite(.timeLimit(.minutes(5))) struct OptionTests {
  private let container = Container()
  private let failures: Recorder<String>

  init() {
    failures = Recorder.failures(of: container)
  }

  @Test func `an entry with an option is found by an equal option alone`() {
    container.register(Int.self, option: Story(name: "a")) { _ in 1 }
    #expect(container.resolve(Int.self, option: Story(name: "a")) == 1)
    #expect(container.resolve(Int.self, option: Story(name: "b")) == nil)
    #expect(container.resolve(Int.self, option: Other()) == nil)
    #expect(container.resolve(Int.self) == nil)
    #expect(container.resolve(Int.self, option: nil) == nil)
  }

  @Test func `an entry without an option is not found by one`() {
    container.register(Int.self) { _ in 1 }
    #expect(container.resolve(Int.self, option: Other()) == nil)
    #expect(container.resolve(Int.self, option: nil) == 1)
  }

  @Test func `options, names and arguments combine`() {
    for option in ["a", "b"] {
      for name in ["x", "y"] {
        container.register(String.self, name: name, option: Story(name: option)) { (_, number: Int) in
          "\(option)\(name)\(number)"
        }
      }
    }
    #expect(container.resolve(String.self, name: "y", option: Story(name: "a"), arguments: 3) == "ay3")
    #expect(container.resolve(String.self, name: "x", option: Story(name: "b"), arguments: 4) == "bx4")
    #expect(container.resolve(String.self, name: "x", option: Story(name: "b")) == nil)
  }

  @Test func `a forward has the option of its entry`() {
    container.register(Int.self, option: Other()) { _ in 1 }.implements(Any.self)
    #expect(container.resolve(Any.self, option: Other()) as? Int == 1)
    #expect(container.resolve(Any.self) == nil)
  }

  @Test func `registering the same option again replaces the entry`() {
    container.register(Int.self, option: Story(name: "a")) { _ in 1 }
    container.register(Int.self, option: Story(name: "a")) { _ in 2 }
    container.register(Int.self, option: Story(name: "b")) { _ in 3 }
    #expect(container.resolve(Int.self, option: Story(name: "a")) == 2)
    #expect(container.resolve(Int.self, option: Story(name: "b")) == 3)
  }

  @Test func `an option is described with its key`() {
    container.register(Int.self, name: "x", option: Story(name: "a")) { _ in 1 }
    #expect(
      container.description == """
        [
            { Service: Int, Name: "x", Storyboard: a, Factory: Resolver -> Int, ObjectScope: graph }
        ]
        """)
    _ = container.resolve(Int.self, option: Story(name: "b"))
    #expect(
      failures.all.first?.split(separator: "\n").first
        == "No registration matches 'Int' with option Storyboard: b.")
  }

  @Test func `an option of a parent's entry is found from a child`() {
    container.register(Int.self, option: Other()) { _ in 1 }
    #expect(Container(parent: container).resolve(Int.self, option: Other()) == 1)
  }
}
