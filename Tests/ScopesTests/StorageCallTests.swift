import Facet
import FacetTestSupport
import Testing

private final class Store {}
private final class Box {}
private final class Pair {
  let first: Store
  let second: Store
  init(_ first: Store, _ second: Store) {
    self.first = first
    self.second = second
  }
}

/// When a custom storage is called, and what it may do then.
@Suite(.timeLimit(.minutes(20))) struct StorageCallTests {
  private let container = Container()
  private let built = Counter()

  private func register(in scope: ObjectScope) {
    container.register(Store.self) { [built] _ in
      built.next()
      return Store()
    }.inObjectScope(scope)
    container.register(Pair.self) { r in Pair(r.resolve(), r.resolve()) }
  }

  @Test func `a storage is told of the end of every cycle that used it`() throws {
    let completed = Counter()
    register(in: ObjectScope(storageFactory: { CountingStorage { completed.next() } }))
    for number in 1...3 {
      _ = try container.require(Pair.self)
      #expect(completed.value == number)
    }
    #expect(built.value == 1)
  }

  @Test func `a storage that keeps nothing is told of the end of the cycle`() throws {
    let completed = Counter()
    register(in: ObjectScope(storageFactory: { CountingStorage(isKeeping: false) { completed.next() } }))
    _ = try container.require(Store.self)
    #expect(completed.value == 1)
  }

  @Test func `a storage that resolves more and more services each time that it is asked`() throws {
    let container = container
    let (completed, asked, resolved) = (Counter(), Counter(), Counter())
    container.register(Box.self) { (_, _: Int) in Box() }
    register(
      in: ObjectScope(storageFactory: { [unowned container] in
        CountingStorage(
          isAsked: {
            for _ in 0..<(16 << (2 * asked.next())) {
              _ = container.resolve(Box.self, argument: resolved.next())
            }
          },
          isCompleted: { completed.next() })
      }))
    let pair = try container.require(Pair.self)
    #expect(pair.first === pair.second)
    #expect(completed.value == 1)
    #expect(built.value == 1)
  }

  @Test func `storages that use one another at the end of a cycle are told once each`() throws {
    let container = container
    let told = Recorder<String>()
    for (name, other) in [("a", "b"), ("b", "a")] {
      container.register(Store.self, name: name) { _ in Store() }.inObjectScope(
        ObjectScope(storageFactory: { [unowned container] in
          CountingStorage {
            told.add(name)
            _ = container.resolve(Store.self, name: other)
          }
        }))
    }
    _ = try container.require(Store.self, name: "a")
    #expect(told.all == ["a", "b"])
  }
}

/// Carries a service out of a storage factory.
private struct UncheckedStore: @unchecked Sendable {
  // Unchecked: one thread alone uses it.
  let store: Store

  init(_ store: Store) { self.store = store }
}

/// A storage that says when it is used.
private final class CountingStorage: InstanceStorage {
  private var kept: Any?
  private let isKeeping: Bool
  private let isAsked: () -> Void
  private let isCompleted: () -> Void

  var instance: Any? {
    get {
      isAsked()
      return kept
    }
    set { if isKeeping { kept = newValue } }
  }

  init(isKeeping: Bool = true, isAsked: @escaping () -> Void = {}, isCompleted: @escaping () -> Void) {
    self.isKeeping = isKeeping
    self.isAsked = isAsked
    self.isCompleted = isCompleted
  }

  func graphResolutionCompleted() { isCompleted() }
}
