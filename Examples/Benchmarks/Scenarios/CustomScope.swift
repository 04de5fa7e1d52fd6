import Facet
import Synchronization

extension Scenario {
  static var customScope: [Scenario] {
    [
      Scenario(
        "custom scope",
        "An instance that a storage of one's own has; by hand a lock, a dictionary lookup and a cast.",
        goal: 2.0
      ) {
        let container = Container.withSession()
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
        let container = Container.withSession()
        let session = HandWrittenSession()
        return scaling(
          effort,
          hand: ({ consume(session.service(Leaf.self)) }, { consume(session.service(SessionService.self)) }),
          facet: (
            { consume(container.resolve(Leaf.self)!) }, { consume(container.resolve(SessionService.self)!) }
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
}

extension Container {
  /// A container with two services that are kept for a session.
  fileprivate static func withSession() -> Container {
    let container = Container()
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.session)
    container.register(SessionService.self) { _ in SessionService() }.inObjectScope(.session)
    return container
  }
}

/// What one writes to share services between threads that do not wait for one another: a lock for each.
private final class HandWrittenSession: Sendable {
  private final class Slot: Sendable {
    private let instance: Mutex<(any Sendable)?>

    init(_ instance: any Sendable) { self.instance = Mutex(instance) }

    func service<Service: Sendable>(_ type: Service.Type) -> Service {
      instance.withLock { $0 as? Service }!
    }
  }

  private let slots = [
    ObjectIdentifier(Leaf.self): Slot(Leaf()),
    ObjectIdentifier(SessionService.self): Slot(SessionService()),
  ]

  func service<Service: Sendable>(_ type: Service.Type) -> Service {
    slots[ObjectIdentifier(type)]!.service(type)
  }
}
