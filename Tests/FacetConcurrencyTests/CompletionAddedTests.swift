import Facet
import Foundation
import Testing

/// A completion that another thread adds while a shared service is being built.
@Suite(.timeLimit(.minutes(1))) struct CompletionAddedTests {
  final class Dog: Sendable {}

  @Test func `a shared service is built once`() {
    let (container, builds, completed) = (Container(), Counter(), Counter())
    let (isBuilding, isAdded) = (Moment(), Moment())
    let entry = container.register(Dog.self) { _ in
      builds.increment()
      isBuilding.comes()
      _ = isAdded.isAwaited()
      return Dog()
    }.inObjectScope(.container)
    let seen = Collected<ObjectIdentifier>()
    concurrently(2) { index in
      if index == 0 {
        _ = isBuilding.isAwaited()
        entry.initCompleted { _, _ in completed.increment() }
        isAdded.comes()
      }
      if let dog = container.resolve(Dog.self) { seen.append(ObjectIdentifier(dog)) }
    }
    if let dog = container.resolve(Dog.self) { seen.append(ObjectIdentifier(dog)) }
    #expect(seen.all.count == 3)
    #expect(Set(seen.all).count == 1)
    #expect(builds.value == 1)
    #expect(completed.value <= 1)
  }
}
