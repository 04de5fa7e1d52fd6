import Facet
import Synchronization

extension Scenario {
  static var customScope: [Scenario] {
    [
      Scenario(
        "custom scope",
        "An instance that a storage of one's own has; by hand a lock, a dictionary lookup and a cast.",
        goal: 4.0, mostAllocations: 1
      ) {
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.session)
        let store = HandWrittenStore()
        store.insert(Leaf())
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations { consume(store.service(Leaf.self)) }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations { consume(container.resolve(Leaf.self)!) }
          })
      }
    ]
  }

  static var customScopeOnTwoThreads: [Scenario] {
    [
      Scenario(
        name: "two threads, custom scope",
        shows: "The same for two services of a custom scope, one for each thread; by hand each has its lock.",
        goal: .atLeast(0.9), figure: .gain, unit: .factor
      ) { effort in
        let container = Container()
        container.register(Left.self) { _ in Left() }.inObjectScope(.session)
        container.register(Right.self) { _ in Right() }.inObjectScope(.session)
        let session = HandWrittenSession()
        return scaling(
          effort,
          hand: ({ consume(session.service(Left.self)) }, { consume(session.service(Right.self)) }),
          facet: (
            { consume(container.resolve(Left.self)!) }, { consume(container.resolve(Right.self)!) }
          ))
      }
    ]
  }
}

extension ObjectScope {
  fileprivate static let session = ObjectScope(
    storageFactory: SessionStorage.init, description: "session")
}

/// The least that a scope of one's own needs.
private final class SessionStorage: InstanceStorage {
  var instance: Any?
  private let spacing = Spacing()
}

/// Keeps what is allocated next off the cache lines of an object, so that two threads meet only where the code makes them.
private struct Spacing {
  private let words = (0, 0, 0, 0, 0, 0, 0, 0)
}

/// The service of the first thread.
private final class Left: Sendable {
  private let spacing = Spacing()
}

/// The service of the second thread.
private final class Right: Sendable {
  private let spacing = Spacing()
}

/// What one writes to share services between threads that do not wait for one another: a lock for each.
private final class HandWrittenSession: Sendable {
  private final class Slot: Sendable {
    private let instance: Mutex<(any Sendable)?>
    private let spacing = Spacing()

    init(_ instance: any Sendable) { self.instance = Mutex(instance) }

    func service<Service: Sendable>(_ type: Service.Type) -> Service {
      instance.withLock { $0 as? Service }!
    }
  }

  private let slots = [
    ObjectIdentifier(Left.self): Slot(Left()),
    ObjectIdentifier(Right.self): Slot(Right()),
  ]

  func service<Service: Sendable>(_ type: Service.Type) -> Service {
    slots[ObjectIdentifier(type)]!.service(type)
  }
}
