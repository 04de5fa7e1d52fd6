/// One value of the arguments, and the record that keeps the instance for it.
final class ArgumentMember: @unchecked Sendable {
  // Unchecked: the variables are touched under the lock of the table. Arguments are compared on any thread, which the caller of a resolve
  // permits.
  let record: Record
  let arguments: ArgumentCopy
  let hash: UInt
  /// The time of its last use or build, by the clock of the table.
  var lastUse = 0
  /// How many threads build the instance, or wait for the build.
  var buildCount = 0
  var isRemoved = false

  init(_ record: Record, _ arguments: ArgumentCopy, _ hash: UInt) {
    self.record = record
    self.arguments = arguments
    self.hash = hash
  }
}

/// One instance for each value of the arguments, or for each container.
extension Record {
  /// A record with the same recipe and settings that keeps the instance for one value of the arguments, or for another container.
  ///
  /// The caller is a participant of `Reclamation`. `nil` if the scope has changed meanwhile.
  func makeMember(of scope: ScopeKind, owner: Registry? = nil) -> Record? {
    let configuration = configuration.read { $0.settings.scope.kind == scope ? $0.ofMembers : nil }
    guard let configuration else { return nil }
    return Record(
      key, at: location, recipe, owner: owner ?? self.owner, configuration: configuration, order: order)
  }

  /// Stops the program if arguments cannot be compared and hashed.
  func checkArguments(for scope: any ObjectScopeProtocol) {
    guard let types = recipe.arguments?.unhashableTypes, !types.isEmpty else { return }
    stop(incomparableArguments(of: key, location, types, scope.name))
  }
}
