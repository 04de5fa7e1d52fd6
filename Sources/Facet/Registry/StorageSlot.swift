import Synchronization

/// The storage of a record in a custom scope, made at its first use.
///
/// A storage is user code that need not be thread-safe. The thread that has `turn` calls it. Other threads wait for one
/// call only: the wait graph separates builds.
final class StorageSlot: @unchecked Sendable {
  // Unchecked for `made`, which only the thread that has the turn touches.
  private let scope: any ObjectScopeProtocol
  private var made: (any InstanceStorage)?
  let turn = Turn()
  /// How many instances the storage received.
  private let instances = Atomic<Int>(0)
  /// How many instances were taken back from the storage.
  private let withdrawals = Atomic<Int>(0)
  /// The number and the needs of the last instance.
  private let last = Guarded<(number: Int, needs: Needs?)>((0, nil))

  init(_ scope: any ObjectScopeProtocol) {
    self.scope = scope
  }

  /// The storage, made at the first use; the caller has the turn.
  ///
  /// Calls the storage factory of the scope, which is user code.
  var storage: any InstanceStorage {
    if let made { return made }
    let new = scope.makeStorage()
    // The storage factory may have led here too.
    if let made { return made }
    made = new
    return new
  }

  /// The storage, if it was already used; the caller has the turn.
  var usedStorage: (any InstanceStorage)? { made }

  var instanceCount: Int { instances.load(ordering: .acquiring) }

  var withdrawalCount: Int { withdrawals.load(ordering: .acquiring) }

  /// Notes that the last instance was taken back; the caller has the turn.
  func forgetInstance() {
    _ = last.exchange((0, nil))
    withdrawals.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// The last instance, by its number and its needs.
  var lastInstance: (number: Int, needs: Needs?) { last.value }

  /// The number of the last instance; zero if its users need not end before it.
  var numberToNote: Int { last.withLock { $0.needs == nil ? 0 : $0.number } }

  /// Gives an instance to the storage; the caller has the turn.
  func store(_ service: Any, inGraph graph: GraphIdentifier, number: Int, _ needs: Needs?) {
    storage.setInstance(service, inGraph: graph)
    // Released outside the lock.
    _ = last.exchange((number, needs))
    instances.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// Takes the instance out; the caller has the turn.
  func takeInstance() -> (service: Any, number: Int, needs: Needs?)? {
    let service = made?.instance
    made?.instance = nil
    let last = last.exchange((0, nil))
    return service.map { ($0, last.number, last.needs) }
  }
}
