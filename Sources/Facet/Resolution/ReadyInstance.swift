/// An instance that was awaited and completed, and that a resolve takes in the place of a call of the factory.
///
/// So what comes after the factory is the same for both kinds: to keep the instance where its scope says, to number and to convert it. Belongs to
/// one thread, for as long as that resolve takes.
final class ReadyInstance {
  /// The number of the record, which those for single values of its arguments have as well.
  private let order: Int
  private let record: Unmanaged<Record>
  /// How often the record had been reset when the build began.
  private let resets: Int
  fileprivate let number: Int
  fileprivate let keepers: [any ContainerKeeper]
  private let source: UnsafeRawPointer
  /// Whether a resolve took a copy.
  private(set) var isTaken = false

  /// The record must live as long.
  init(
    of record: Record, at source: UnsafeRawPointer, resets: Int, number: Int,
    keepers: [any ContainerKeeper]
  ) {
    self.number = number
    self.keepers = keepers
    order = record.order
    self.record = .passUnretained(record)
    self.source = source
    self.resets = resets
  }

  /// Writes a copy of the instance; false if it is one of another record, or was taken.
  func take(_ record: Record, to result: UnsafeMutableRawPointer) -> Bool {
    guard record.order == order, !isTaken else { return false }
    isTaken = true
    OpaqueValue.copy(record.serviceType, from: source, to: result)
    return true
  }

  func isOf(_ record: Record) -> Bool { record.order == order }

  fileprivate func resets(of record: Unmanaged<Record>) -> Int? {
    record.toOpaque() == self.record.toOpaque() ? resets : nil
  }

  /// Whether the instance was taken for a record: then its completions ran before.
  func isTaken(for record: Record) -> Bool { isTaken && record.order == order }
}

extension ThreadState.Pointer {
  /// How often a record was reset before the build that begins, or before the one of the instance that it takes.
  func resetCount(of record: Unmanaged<Record>) -> Int {
    pointee.ready?._withUnsafeGuaranteedRef { $0.resets(of: record) }
      ?? record._withUnsafeGuaranteedRef { $0.resetCount }
  }

  /// When the instance was made that a resolve takes for a record.
  func readyNumber(_ record: Record) -> Int? {
    pointee.ready.flatMap { $0._withUnsafeGuaranteedRef { $0.isOf(record) ? $0.number : nil } }
  }

  /// What was handed out for the instance of a record, beyond what its thread knows of.
  func readyKeepers(_ record: Record) -> [any ContainerKeeper] {
    pointee.ready.flatMap { $0._withUnsafeGuaranteedRef { $0.isOf(record) ? $0.keepers : nil } } ?? []
  }

  /// Whether the instance of a record is there, and is only to be kept.
  func isReady(_ record: Record) -> Bool {
    pointee.ready?._withUnsafeGuaranteedRef { $0.isOf(record) } ?? false
  }

  /// Lets a resolve in `body` take an instance.
  func withReady<Result>(_ ready: ReadyInstance, _ body: () -> Result) -> Result {
    let before = pointee.ready
    pointee.ready = .passUnretained(ready)
    defer {
      pointee.ready = before
      withExtendedLifetime(ready) {}
    }
    return body()
  }
}
