import Facet
import Testing

/// Keys that differ in one part alone.
@Suite(.timeLimit(.minutes(20))) struct KeyDifferenceTests {
  private let container = Container()

  @Test func `keys that differ in arguments alone are different, and those of two containers are equal`() {
    func keys(in container: Container) -> [ServiceKey] {
      [
        container.register(String.self, name: "x") { _ in "none" }.key,
        container.register(String.self, name: "x") { (_, _: Int) in "Int" }.key,
        container.register(String.self, name: "x") { (_, _: Int?) in "Int?" }.key,
        container.register(String.self, name: "x") { (_, _: Int, _: Int) in "Int, Int" }.key,
        container.register(String.self, name: "x") { (_, _: (Int, Int)) in "(Int, Int)" }.key,
        container.register(String.self, name: "x") { (_, _: Void) in "Void" }.key,
        container.register(String.self, name: "x") { (_, _: Int, _: String) in "Int, String" }.key,
        container.register(String.self, name: "x") { (_, _: String, _: Int) in "String, Int" }.key,
      ]
    }
    let own = keys(in: container)
    #expect(Set(own).count == 8)
    for (index, key) in own.enumerated() {
      #expect(own.map { $0 == key } == own.indices.map { $0 == index })
    }
    #expect(keys(in: Container()) == own)
  }

  @Test(arguments: [nil, "x"])
  func `many keys that differ in their argument alone are found each by its own`(name: String?) {
    container.failureHandler = { _ in }
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
}
