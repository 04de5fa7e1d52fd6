import Facet
import FacetTestSupport
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

  @Test func `a container that nobody holds any more serves its last resolve, or tells why that failed`() {
    let lengths = (0..<500).map { makeContainer($0).resolve(Leash.self)?.length }
    #expect(lengths == Array(0..<500))
    expectFailure(.notRegistered) { try makeContainer(1).require(String.self) }
    #expect(makeContainer(1).resolveAll(Int.self) == [1])
  }
}
