import Facet
import FacetTestSupport
import Testing

/// A completion that another thread adds while a shared service is being built.
@Suite(.timeLimit(.minutes(20))) struct CompletionAddedTests {
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
    let first = ThreadRun { (try? container.require(Dog.self)) != nil }
    _ = isBuilding.isAwaited()
    let second = ThreadRun { try? container.require(Dog.self) }
    #expect(second.rests)
    entry.initCompleted { _, _ in }
    isAdded.comes()
    #expect(first.result == false)
    let dog = second.result ?? nil
    #expect(dog != nil)
    #expect(container.resolve(Dog.self) === dog)
    #expect(builds.value == 2)
  }
}
