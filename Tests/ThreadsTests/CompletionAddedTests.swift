import Facet
import FacetTestSupport
import Testing

/// A completion that another thread adds while a shared service is being built.
@Suite(.timeLimit(.minutes(20))) struct CompletionAddedTests {
  @Test func `a shared service is built once`() {
    let (container, builds, completed) = (Container(), Counter(), Counter())
    let (isBuilding, isAdded) = (Gate(), Gate())
    let entry = container.register(Store.self) { _ in
      builds.next()
      isBuilding.open()
      isAdded.pass()
      return Store()
    }.inObjectScope(.container)
    let seen = Recorder<ObjectIdentifier>()
    concurrently(2) { index in
      if index == 0 {
        isBuilding.pass()
        entry.initCompleted { _, _ in completed.next() }
        isAdded.open()
      }
      if let store = container.resolve(Store.self) { seen.add(ObjectIdentifier(store)) }
    }
    if let store = container.resolve(Store.self) { seen.add(ObjectIdentifier(store)) }
    #expect(seen.all.count == 3)
    #expect(Set(seen.all).count == 1)
    #expect(builds.value == 1)
    #expect(completed.value <= 1)
  }
}
