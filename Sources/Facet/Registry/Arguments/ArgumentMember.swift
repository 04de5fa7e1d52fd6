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

/// One instance for each value of the arguments.
extension Record {
  /// A record with the same recipe and settings that keeps the instance for one value of the arguments.
  ///
  /// The caller is a participant of `Reclamation`. `nil` if the scope is another one by now.
  func makeMember() -> Record? {
    guard let configuration = configuration.takeUnretainedValue().ofMembers else { return nil }
    return Record(key, at: location, recipe, owner: owner, configuration: configuration, order: order)
  }

  /// Stops the program if arguments cannot be compared and hashed.
  func checkArguments(for scope: any ObjectScopeProtocol) {
    guard let types = recipe.arguments?.unhashableTypes, !types.isEmpty else { return }
    stop(incomparableArguments(of: key, location, types, scope.name))
  }
}
