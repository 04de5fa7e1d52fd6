import Synchronization

/// The storage of a record in a custom scope, made at its first use.
///
/// A storage is user code that need not be safe for threads. Who has `turn` calls it; others wait, for as long as one call
/// takes and no longer: builds are kept apart by the wait graph.
final class StorageSlot: @unchecked Sendable {
  // Unchecked for `made`, which only the thread that has the turn touches.
  private let scope: any ObjectScopeProtocol
  private var made: (any InstanceStorage)?
  let turn = Turn()
  /// How many instances were handed to the storage.
  private let instances = Atomic<Int>(0)
  /// The number of the last one among all instances.
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
    // The storage factory may have led here, too.
    if let made { return made }
    made = new
    return new
  }

  /// The storage, if it was used yet; the caller has the turn.
  var usedStorage: (any InstanceStorage)? { made }

  var instanceCount: Int { instances.load(ordering: .acquiring) }

  var instanceNumber: Int { number.load(ordering: .relaxed) }

  /// What the last one got.
  var needs: Needs? { lastNeeds.value }

  /// The number of the last one, if it has to be ended after those who got it.
  var numberToNote: Int? { needs == nil ? nil : instanceNumber }

  /// Notes what the last one got.
  func noteNeeds(_ needs: Needs?) {
    // Released outside the lock.
    _ = lastNeeds.exchange(needs)
  }

  func noteInstance(number new: Int) {
    number.store(new, ordering: .relaxed)
    instances.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }
}
