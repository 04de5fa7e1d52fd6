/// An instance that was awaited and completed, and that a resolve takes in the place of a call of the factory.
///
/// So what comes after the factory is the same for both kinds: to keep the instance where its scope says, to number and to convert it. Belongs to
/// one thread, for as long as that resolve takes.
final class ReadyInstance {
  /// The number of the record, which those for single values of its arguments have as well.
  fileprivate let order: Int
  private let record: Unmanaged<Record>
  /// How often the record had been reset when the build began.
  private let resets: Int
  /// When the instance was made.
  let number: Int
  /// What was handed out for the instance, beyond what its thread knows of.
  let keepers: [any ContainerKeeper]
  private let source: UnsafeRawPointer
  /// Whether a resolve took a copy: then its completions ran before.
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

  /// Writes a copy of the instance, of the type of its record; false if it was taken.
  func take(as type: Any.Type, to result: UnsafeMutableRawPointer) -> Bool {
    if isTaken { return false }
    isTaken = true
    OpaqueValue.copy(type, from: source, to: result)
    return true
  }

  fileprivate func resets(of record: Unmanaged<Record>) -> Int? {
    record.toOpaque() == self.record.toOpaque() ? resets : nil
  }
}

extension ThreadState.Pointer {
  /// How often a record was reset before the build that begins, or before the one of the instance that it takes.
  func resetCount(of record: Unmanaged<Record>) -> Int {
    pointee.ready?._withUnsafeGuaranteedRef { $0.resets(of: record) }
      ?? record._withUnsafeGuaranteedRef { $0.resetCount }
  }

  /// The instance of a record that is there, and is only to be kept.
  func ready(_ record: Record) -> ReadyInstance? {
    guard let ready = pointee.ready?.takeUnretainedValue(), ready.order == record.order else { return nil }
    return ready
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
