import Synchronization

/// One value of the arguments, and the record for it.
final class ArgumentMember: @unchecked Sendable {
  // Unchecked: what is no atomic is touched under the lock of the table, and arguments are compared on any thread: the caller
  // of a resolve lets them be used so.
  let record: Record
  let arguments: ArgumentCopy
  let hash: UInt
  /// The address of the next one in the chain; zero at its end.
  ///
  /// Stays when the member is taken out: a reader may be on its way.
  let next = Atomic<UInt>(0)
  let isRemoved = Atomic<Bool>(false)
  /// When the instance was last used, by the clock of the table.
  let lastUse = Atomic<Int>(0)
  /// Its place in the order of additions.
  var number = 0
  /// How many threads build it, or wait for that.
  var buildCount = 0
  var isInOrder = false

  init(_ record: Record, _ arguments: ArgumentCopy, _ hash: UInt) {
    self.record = record
    self.arguments = arguments
    self.hash = hash
  }
}
