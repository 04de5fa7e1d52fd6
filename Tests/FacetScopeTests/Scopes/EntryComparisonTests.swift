import Facet
import FacetTestSupport
import Synchronization
import Testing

private protocol Animal {}
private final class Dog: Animal, Sendable {}
private struct Fish: Animal {}
private struct House {}
private struct Broken: Error {}

/// An argument whose `==` does what the test says, once.
private final class Nosy: Equatable, Sendable {
  private let onEqual: Mutex<(@Sendable () -> Void)?>

  init(onEqual: (@Sendable () -> Void)? = nil) { self.onEqual = Mutex(onEqual) }

  static func == (left: Nosy, right: Nosy) -> Bool {
    let action = right.onEqual.withLock { exchange(&$0, with: nil) }
    action?()
    return true
  }
}

/// A comparison of arguments that takes the entry with which it compares out of the cycle.
///
/// It changes the scope of the service, and a nested build that needs another instance of it fails: so the cycle drops all that it has of the
/// service.
@Suite(.timeLimit(.minutes(5))) struct EntryComparisonTests {
  private let container = Container()
  private let houses = Counter()
  private let entry: ServiceEntry<any Animal>

  init() {
    container.failureHandler = { _ in }
    let houses = houses
    // An object at first; then a value, which in weak scope leaves the cycle at the end of its completion.
    entry = container.register((any Animal).self) { (_, _: Nosy) -> any Animal in
      houses.value == 1 ? Fish() : Dog()
    }.initCompleted { r, animal in
      if animal is Fish { _ = r.resolve(House.self) }
    }
    // Needed again by what it needs; the first build fails after that.
    container.register(House.self) { r in
      let isFirst = houses.next() == 1
      if isFirst {
        _ = try r.require((any Animal).self, argument: Nosy())
        throw Broken()
      }
      return House()
    }.inObjectScope(.container)
  }

  /// Makes the cycle drop what it has of the service.
  private func drop() {
    entry.inObjectScope(.weak)
    #expect(container.resolve(House.self) == nil)
    #expect(houses.value == 2)
  }

  @Test func `what it compared with is not found afterwards`() throws {
    container.register(Bool.self) { r in
      let first = try r.require((any Animal).self, argument: Nosy())
      let second = try r.require((any Animal).self, argument: Nosy(onEqual: drop))
      return first is Dog && second is Dog && first as AnyObject !== second as AnyObject
    }
    #expect(try container.require(Bool.self))
  }
}
