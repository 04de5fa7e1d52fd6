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
  private func makeLayer(over container: Container) -> Container {
    let layer = container.overriding { $0.register(Panel.self, name: "7") { _ in Panel() } }
    for name in ["7", "8"] { _ = layer.resolve(Panel.self, name: name) }
    return layer
  }

  /// A copy costs what was asked of it.
  @Suite(.timeLimit(.minutes(20))) struct CopyMemoryTests {
    @Test func `a layer takes no memory for what nobody asks of it, and leaves nothing behind`() async {
      await #expect(processExitsWith: .success) {
        endProcess()
        let container = makeContainer()
        #expect(growth { _ in _ = makeLayer(over: container) } < 32)
        var layers: [Container] = []
        // 1,000 records take more than 100 KB.
        #expect(growth(500) { _ in layers.append(makeLayer(over: container)) } < 10_000)
        #expect(layers.count == 550)
      }
    }
  }
#endif
