import Facet
import Testing

/// Keys that differ in one part alone.
@Suite(.timeLimit(.minutes(20))) struct KeyDifferenceTests {
  private let container = Container()

  init() {
    container.failureHandler = { _ in }
  }

  @Test func `keys that differ in their arguments alone are different keys`() {
    let keys = [
      container.register(String.self, name: "x") { _ in "none" }.key,
      container.register(String.self, name: "x") { (_, _: Int) in "Int" }.key,
      container.register(String.self, name: "x") { (_, _: Int?) in "Int?" }.key,
      container.register(String.self, name: "x") { (_, _: Int, _: Int) in "Int, Int" }.key,
      container.register(String.self, name: "x") { (_, _: (Int, Int)) in "(Int, Int)" }.key,
      container.register(String.self, name: "x") { (_, _: Void) in "Void" }.key,
    ]
    for (index, key) in keys.enumerated() {
      #expect(keys.map { $0 == key } == keys.indices.map { $0 == index })
    }
    #expect(Set(keys).count == 6)
    func found() -> [String?] {
      [
        container.resolve(String.self, name: "x"),
        container.resolve(String.self, name: "x", argument: 1),
        container.resolve(String.self, name: "x", argument: Int?(1)),
        container.resolve(String.self, name: "x", arguments: 1, 1),
        container.resolve(String.self, name: "x", argument: (1, 1)),
        container.resolve(String.self, name: "x", argument: ()),
      ]
    }
    #expect(found() == ["none", "Int", "Int?", "Int, Int", "(Int, Int)", "Void"])
    #expect(container.unregister(String.self, name: "x", arguments: Int.self))
    #expect(found() == ["none", nil, "Int?", "Int, Int", "(Int, Int)", "Void"])
    #expect(container.unregister(String.self, name: "x"))
    #expect(found() == [nil, nil, "Int?", "Int, Int", "(Int, Int)", "Void"])
  }

  @Test(arguments: [nil, "x"])
  func `many keys that differ in their argument alone are found each by its own`(name: String?) {
    // One argument type is the array of the one before.
    func register<Argument>(_: Argument.Type, _ depth: Int) {
      container.register(Int.self, name: name) { (_, _: Argument) in depth }
      if depth < 40 { register([Argument].self, depth + 1) }
    }
    func find<Argument>(_: Argument.Type, _ depth: Int) {
      #expect(
        container.resolve(Int.self, name: name, argument: [Argument]()) == (depth == 40 ? nil : depth + 1))
      if depth < 40 { find([Argument].self, depth + 1) }
    }
    register(Int.self, 0)
    find(Int.self, 0)
  }

  @Test func `equal keys of two containers are one key`() {
    let other = Container()
    let keys = [container, other].map { container in
      container.register(String.self, name: "x") { (_, _: Int) in "" }.key
    }
    #expect(keys[0] == keys[1])
    #expect(Set(keys).count == 1)
  }
}
