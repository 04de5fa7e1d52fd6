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
  /// The number of the last instance.
  private let number = Atomic<Int>(0)
  private let lastNeeds = Guarded<Needs?>(nil)

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

  func noteWithdrawal() { withdrawals.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  var instanceNumber: Int { number.load(ordering: .relaxed) }

  /// The needs of the last instance.
  var needs: Needs? { lastNeeds.value }

  /// The number of the last instance, if it must end after its users.
  var numberToNote: Int? { needs == nil ? nil : instanceNumber }

  /// Notes the needs of the last instance.
  func noteNeeds(_ needs: Needs?) {
    // Released outside the lock.
    _ = lastNeeds.exchange(needs)
  }

  func noteInstance(number new: Int) {
    number.store(new, ordering: .relaxed)
    instances.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }
}
