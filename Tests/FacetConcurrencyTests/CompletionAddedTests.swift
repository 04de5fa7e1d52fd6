import Facet
import FacetTestSupport
import Foundation
import Testing

/// A completion that another thread adds while a shared service is being built.
@Suite(.timeLimit(.minutes(5))) struct CompletionAddedTests {
  final class Dog: Sendable {}

  @Test func `a shared service is built once`() {
    let (container, builds, completed) = (Container(), Counter(), Counter())
    let (isBuilding, isAdded) = (Moment(), Moment())
    let entry = container.register(Dog.self) { _ in
      builds.next()
      isBuilding.comes()
      _ = isAdded.isAwaited()
      return Dog()
    }.inObjectScope(.container)
    let seen = Recorder<ObjectIdentifier>()
    concurrently(2) { index in
      if index == 0 {
        _ = isBuilding.isAwaited()
        entry.initCompleted { _, _ in completed.next() }
        isAdded.comes()
      }
      if let dog = container.resolve(Dog.self) { seen.add(ObjectIdentifier(dog)) }
    }
    if let dog = container.resolve(Dog.self) { seen.add(ObjectIdentifier(dog)) }
    #expect(seen.all.count == 3)
    #expect(Set(seen.all).count == 1)
    #expect(builds.value == 1)
    #expect(completed.value <= 1)
  }

  struct Broken: Error {}

  @Test(arguments: [ObjectScope.container, .weak])
  func `a shared service is built once by a thread that waited for a build that failed`(scope: ObjectScope) {
    let (container, builds) = (Container(), Counter())
    let (isBuilding, isAdded) = (Moment(), Moment())
    let entry = container.register(Dog.self) { _ in
      builds.next()
      guard builds.value == 1 else { return Dog() }
      isBuilding.comes()
      _ = isAdded.isAwaited()
      throw Broken()
    }.inObjectScope(scope)
    let seen = Recorder<Dog>()
    concurrently(3) { index in
      switch index {
      case 0: _ = try? container.require(Dog.self)
      case 1:
        _ = isBuilding.isAwaited()
        if let dog = try? container.require(Dog.self) { seen.add(dog) }
      default:
        _ = isBuilding.isAwaited()
        // By then the second thread waits for the first; if not, nothing is lost but the point of the test.
        Thread.sleep(forTimeInterval: 0.2)
        entry.initCompleted { _, _ in }
        isAdded.comes()
      }
    }
    if let dog = container.resolve(Dog.self) { seen.add(dog) }
    #expect(seen.all.count == 2)
    #expect(Set(seen.all.map(ObjectIdentifier.init)).count == 1)
    #expect(builds.value == 2)
  }
}
