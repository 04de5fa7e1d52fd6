/// The storage of a custom scope for one home, which keeps its instance.
enum Storage {
  /// The home: nobody else has the `PermanentStorage` that the scope made.
  case home
  case custom(GuardedStorage)

  var isHome: Bool { if case .home = self { true } else { false } }
  var custom: GuardedStorage? { if case .custom(let storage) = self { storage } else { nil } }
}

/// A storage of the user's: its calls come one after the other, under a lock of its own.
final class GuardedStorage: @unchecked Sendable {
  // Unchecked: what the lock guards is used within a call alone.
  private let storage: any InstanceStorage
  private let calls = Striped((), beside: (), count: 1)
  /// The life of the instance that it was told of last.
  private var told: Life?
  /// The instance that was taken out of the storage, and ends with those that were given up beside it.
  private var emptied: Life?
  private let isGivenUp = Guarded(false)

  init(_ storage: any InstanceStorage) { self.storage = storage }

  /// Gives up what the storage has: whoever calls it next empties it before.
  func giveUp() { _ = isGivenUp.exchange(true) }

  /// Begins a call, for a thread that is in no call of it.
  func begin(for record: Record, in home: Home) {
    calls.lock()
    guard isGivenUp.value else { return }
    emptied = empty(record, home) ?? emptied
    // A storage that resets its scope meanwhile is empty, too.
    _ = isGivenUp.exchange(false)
  }
  func end() { calls.unlock() }

  // MARK: - Within a call

  /// The stored instance in a box.
  func find(_ record: Record, in graph: GraphIdentifier) -> Instance? {
    let instance = storage.instance(inGraph: graph).flatMap {
      Instance.box($0, as: record.serviceType)
    }
    instance?.life = told
    return instance
  }
  func tell(_ instance: Instance, of life: Life, in graph: GraphIdentifier) {
    told = life
    storage.setInstance(instance.any, inGraph: graph)
  }
  func tellEnd() { storage.graphResolutionCompleted() }
  func takeEmptied() -> Life? { exchange(&emptied, with: nil) }

  private func empty(_ record: Record, _ home: Home) -> Life? {
    let old = storage.instance
    let instance = old.flatMap { Instance.box($0, as: record.serviceType) }
    // The instance of another registration in the same storage stays.
    if old == nil || instance != nil { storage.instance = nil }
    let life = exchange(&told, with: nil) ?? Life(of: record, in: home)
    return instance.map(life.keepForEnd)
  }
}

/// A storage with the home for which it is called.
struct StoredRecord {
  let storage: GuardedStorage
  let record: Record
  let home: Home
}
