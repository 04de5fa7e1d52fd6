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
