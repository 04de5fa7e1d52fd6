import Facet

extension VerificationReport {
  /// A service that belongs to an actor or must be awaited, and is needed synchronously from outside the actor.
  ///
  /// These resolves succeed if the service is shared and already built, or if they run on its actor. Otherwise they fail.
  public struct Crossing: Sendable {
    /// The service that belongs to an actor, or must be awaited.
    public let entry: ContainerEntry
    /// The actor; `nil` if the service must be awaited.
    public let actor: (any Actor)?
    /// The entries that need the service synchronously and do not belong to the actor.
    public let users: [ContainerEntry]
  }
}

extension Findings {
  /// The entries that need an actor or `await`, and are needed synchronously by entries that do not.
  var crossings: [VerificationReport.Crossing] {
    entries.indices.compactMap { index in
      let entry = entries[index]
      guard wiring.owner(of: index) == index, entry.isAsync || entry.actor != nil else { return nil }
      let actor = entry.isAsync ? nil : entry.actor
      // An asynchronous entry can await the service.
      let users = immediateUsers[index].filter { user in
        !entries[user].isAsync
          && (actor == nil ? isBuilt(user) : entries[user].actor !== actor)
      }
      return users.isEmpty
        ? nil
        : VerificationReport.Crossing(
          entry: entry, actor: actor, users: users.map { entries[$0] })
    }
  }

  /// Whether a factory finished; an unfinished factory is reported for that reason.
  private func isBuilt(_ index: Int) -> Bool { builds[index].map { $0.isDone && $0.failure == nil } ?? false }
}
