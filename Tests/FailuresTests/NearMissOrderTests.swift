import Facet
import Testing

private class Brew: @unchecked Sendable {}
private final class BrewedTea: Brew, @unchecked Sendable {}

/// What is near to a missing key, over a whole family of containers.
@Suite(.timeLimit(.minutes(20))) struct NearMissOrderTests {
  private func register(_ name: String, in container: Container, _ place: String) {
    container.register(BrewedTea.self, name: name, fileID: "\(place).swift", line: 1) { _ in BrewedTea() }
  }

  @Test func `registrations of three children are all listed, after the own and the parent's`() {
    let parent = Container()
    let container = Container(parent: parent)
    let children = (1...3).map { _ in Container(parent: container) }
    for (number, child) in children.enumerated() { register("green", in: child, "Child\(number + 1)") }
    register("white", in: parent, "Parent")
    register("black", in: container, "Own")
    let error = #expect(throws: ResolutionError.self) { try container.require(BrewedTea.self, name: "green") }
    #expect(
      error?.description == """
        No registration matches 'BrewedTea' named "green".

          Path:   BrewedTea "green"
          Near:   'BrewedTea' named "black"   registered at Own.swift:1
                  'BrewedTea' named "white"   registered at Parent.swift:1
                  'BrewedTea' named "green"   registered in a child container at Child1.swift:1
                  'BrewedTea' named "green"   registered in a child container at Child2.swift:1
                  'BrewedTea' named "green"   registered in a child container at Child3.swift:1

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Resolve it from the child container, or register it in this one.
        """)
    withExtendedLifetime(children) {}
  }

  @Test func `the forward that is missing has the name that was asked for`() {
    let container = Container()
    register("green", in: container, "Own")
    let error = #expect(throws: ResolutionError.self) { try container.require(Brew.self, name: "hot") }
    #expect(
      error?.description == """
        No registration matches 'Brew' named "hot".

          Path:   Brew "hot"
          Near:   'BrewedTea' named "green"   registered at Own.swift:1

        To fix this, do one of:
          • Forward a registration above: .implements(Brew.self, name: "hot")
          • Register it: container.register(Brew.self, name: "hot") { resolver in … }
        """)
  }
}
