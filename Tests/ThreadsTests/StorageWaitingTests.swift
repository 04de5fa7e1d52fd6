import Facet
import FacetTestSupport
import Foundation
import Testing

/// A service of a custom scope waits for nothing that it does not need.
@Suite(.timeLimit(.minutes(20))) struct StorageWaitingTests {
  final class Store: Sendable {}
  final class Shop: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
  }

  private let container = Container()
  private let scope = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")

  @Test func `nobody gets from a storage what another thread completes`() {
    final class Till: @unchecked Sendable {
      // Unchecked: written by the completion, which comes before whatever reads it.
      var isComplete = false
    }
    let (container, stop) = (self.container, Stop())
    container.register(Till.self) { _ in Till() }.inObjectScope(scope).initCompleted { _, till in
      stop.halt()
      till.isComplete = true
    }
    let first = ThreadRun { container.resolve(Till.self) }
    #expect(stop.waitForArrival())
    let second = ThreadRun { container.resolve(Till.self)?.isComplete }
    #expect(second.rests)
    stop.release()
    #expect(second.result == true)
    #expect(first.result??.isComplete == true)
  }

  @Test func `tasks that ask a storage while another one fills it get the same instance`() async throws {
    for _ in 0..<3_000 {
      let (container, made) = (Container(), Counter())
      container.register(Store.self) { _ async in
        _ = made.next()
        return Store()
      }.inObjectScope(ObjectScope(storageFactory: PermanentStorage.init, description: "custom"))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { _ = (try? await container.requireAsync(Store.self)) } }
      }
      try #require(made.value == 1)
    }
  }

  @Test func `threads that complete one another's stored services get each other's half-built`() {
    final class Half: @unchecked Sendable {
      var other: Half?
    }
    for _ in 0..<100 {
      let container = Container()
      let start = Meeting(of: 2)
      for (name, other) in [("left", "right"), ("right", "left")] {
        container.register(Half.self, name: name) { _ in Half() }.inObjectScope(scope)
          .initCompleted { r, half in
            if half.other == nil { half.other = r.resolve(Half.self, name: other) }
          }
      }
      let runs = ["left", "right"].map { name in
        ThreadRun { () -> Half? in
          start.attend()
          return container.resolve(Half.self, name: name)
        }
      }
      let halves = runs.compactMap { $0.result ?? nil }
      #expect(halves.count == 2)
      #expect(halves.first?.other === halves.last)
      #expect(halves.last?.other === halves.first)
    }
  }

  /// Resolves something when it is asked for the first time.
  private final class AskingStorage: InstanceStorage {
    private var kept: Any?
    private var ask: (() -> Void)?

    init(_ ask: @escaping () -> Void) { self.ask = ask }

    var instance: Any? {
      get {
        let ask = ask
        self.ask = nil
        ask?()
        return kept
      }
      set { kept = newValue }
    }
  }

  @Test func `a factory may wait for a thread that resets its scope`() {
    let (container, scope, isReset) = (self.container, self.scope, Moment())
    let waits = Recorder<Bool>()
    container.register(Store.self) { [unowned container] _ in
      if waits.all.isEmpty {
        Thread.detachNewThread {
          container.resetObjectScope(scope)
          isReset.comes()
        }
        waits.add(isReset.isAwaited())
      }
      return Store()
    }.inObjectScope(scope)
    #expect(container.resolve(Store.self) != nil)
    #expect(waits.all == [true])
  }

  @Test func `a factory may wait for a thread that changes its scope`() {
    let (container, isChanged) = (self.container, Moment())
    let (waits, entries) = (Recorder<Bool>(), Recorder<ServiceEntry<Store>>())
    let entry = container.register(Store.self) { _ in
      if waits.all.isEmpty {
        Thread.detachNewThread {
          entries.all.first?.inObjectScope(.weak)
          isChanged.comes()
        }
        waits.add(isChanged.isAwaited())
      }
      return Store()
    }.inObjectScope(scope)
    entries.add(entry)
    #expect(container.resolve(Store.self) != nil)
    #expect(waits.all == [true])
  }

  @Test func `a resolve that has what it needs does not wait for another thread's build`() throws {
    let (container, scope) = (self.container, self.scope)
    let (isBuilding, isOver) = (Moment(), Moment())
    let (waits, builds) = (Recorder<Bool>(), Counter())
    container.register(Store.self) { _ in
      builds.next()
      if builds.value == 2 {
        isBuilding.comes()
        waits.add(isOver.isAwaited())
      }
      return Store()
    }.inObjectScope(scope)
    container.register(Shop.self) { r in
      let store = try r.require(Store.self)
      Thread.detachNewThread {
        container.resetObjectScope(scope)
        _ = container.resolve(Store.self)
      }
      waits.add(isBuilding.isAwaited())
      return Shop(store)
    }
    let store = try container.require(Store.self)
    #expect(try container.require(Shop.self).store === store)
    isOver.comes()
    while waits.all.count < 2 { Thread.sleep(forTimeInterval: 0.01) }
    #expect(waits.all == [true, true])
  }

  @Test func `a resolve of another service of the scope does not wait for a build`() {
    let (container, isOver) = (self.container, Moment())
    let waits = Recorder<Bool>()
    container.register(Int.self) { _ in 7 }.inObjectScope(scope)
    container.register(Store.self) { [unowned container] _ in
      Thread.detachNewThread {
        _ = container.resolve(Int.self)
        isOver.comes()
      }
      waits.add(isOver.isAwaited())
      return Store()
    }.inObjectScope(scope)
    #expect(container.resolve(Store.self) != nil)
    #expect(waits.all == [true])
  }
}
