import Facet
import Testing

private struct Tea {}

/// The order of what is near to a missing key, over a whole family of containers.
@Suite(.timeLimit(.minutes(5))) struct NearMissOrderTests {
  private func register(_ name: String, in container: Container, _ place: String) {
    container.register(Tea.self, name: name, fileID: "\(place).swift", line: 1) { _ in Tea() }
  }

  @Test func `registrations of three children are all listed, after the own and the parent's`() {
    let parent = Container()
    let container = Container(parent: parent)
    let children = (1...3).map { _ in Container(parent: container) }
    for (number, child) in children.enumerated() { register("green", in: child, "Child\(number + 1)") }
    register("white", in: parent, "Parent")
    register("black", in: container, "Own")
    let error = #expect(throws: ResolutionError.self) { try container.require(Tea.self, name: "green") }
    #expect(
      error?.description == """
        No registration matches 'Tea' named "green".

          Path:   Tea "green"
          Near:   'Tea' named "black"   registered at Own.swift:1
                  'Tea' named "white"   registered at Parent.swift:1
                  'Tea' named "green"   registered in a child container at Child1.swift:1
                  'Tea' named "green"   registered in a child container at Child2.swift:1
                  'Tea' named "green"   registered in a child container at Child3.swift:1

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Resolve it from the child container, or register it in this one.
          • Register it: container.register(Tea.self, name: "green") { resolver in … }
        """)
    withExtendedLifetime(children) {}
  }
}
