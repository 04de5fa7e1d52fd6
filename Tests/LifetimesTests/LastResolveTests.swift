import Facet
import Testing

private struct Leash { let length: Int }

/// A container whose last owner lets go of it as it resolves.
@Suite(.timeLimit(.minutes(20))) struct LastResolveTests {
  private func makeContainer(_ length: Int) -> Container {
    let container = Container(parent: Container())
    container.register(Int.self) { length }
    container.register(Leash.self) { r in
      // Something that would take the container's memory, were it free.
      let others = (0..<8).map { _ in Container() }
      return withExtendedLifetime(others) { Leash(length: r.resolve(Int.self)!) }
    }
    return container
  }

  @Test func `a container that nobody holds any more serves its last resolve`() {
    for length in 0..<500 {
      #expect(makeContainer(length).resolve(Leash.self)?.length == length)
    }
  }

  @Test func `a container that nobody holds any more tells why its last resolve failed`() {
    #expect(throws: ResolutionError.self) { try makeContainer(1).require(String.self) }
    #expect(makeContainer(1).resolveAll(Int.self) == [1])
  }
}
