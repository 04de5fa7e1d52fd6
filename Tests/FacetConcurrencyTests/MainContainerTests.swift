import Facet
import Testing

/// The first use of the main container, from many threads at once.
@Suite struct MainContainerTests {
  @Test func `all threads that use the main container first find its services registered`() async {
    // In a process of its own, for the first use comes once.
    await #expect(processExitsWith: .success) {
      let missing = Counter()
      concurrently(16) { _ in
        if !Container.main.description.contains("Service: XYZViewModel,") { missing.increment() }
      }
      guard missing.value == 0 else { fatalError("\(missing.value) threads came too early") }
    }
  }
}
