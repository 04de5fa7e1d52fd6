#if os(Linux)
  import Facet
  import FacetTestSupport
  import Testing

  private final class Panel: Sendable {}

  /// A container with many registrations.
  private func makeContainer() -> Container {
    let container = Container(defaultObjectScope: .container)
    for number in 0..<1_000 { container.register(Panel.self, name: "\(number)") { _ in Panel() } }
    return container
  }
  private func makeCopy(of container: Container) -> Container {
    let overriding = container.overriding { $0.register(Panel.self, name: "7") { _ in Panel() } }
    for name in ["7", "8"] { _ = overriding.resolve(Panel.self, name: name) }
    return overriding
  }

  /// A copy costs what was asked of it.
  @Suite(.timeLimit(.minutes(20))) struct CopyMemoryTests {
    @Test func `an overriding copy takes no memory for what nobody asks of it, and leaves nothing behind`()
      async
    {
      await #expect(processExitsWith: .success) {
        endProcess()
        let container = makeContainer()
        #expect(growth { _ in _ = makeCopy(of: container) } < 32)
        var copies: [Container] = []
        // 1,000 records take more than 100 KB.
        #expect(growth(500) { _ in copies.append(makeCopy(of: container)) } < 10_000)
        #expect(copies.count == 550)
      }
    }
  }
#endif
