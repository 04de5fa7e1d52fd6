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
  /// Who needs an actor or must be awaited, and is needed synchronously by somebody without that.
  var crossings: [VerificationReport.Crossing] {
    entries.indices.compactMap { index in
      let entry = entries[index]
      guard wiring.owner(of: index) == index, entry.isAsync || entry.actor != nil else { return nil }
      let actor = entry.isAsync ? nil : entry.actor
      // What is asynchronous can await it.
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

  /// Whether a factory came to its end; one that did not is reported for that.
  private func isBuilt(_ index: Int) -> Bool { builds[index].map { $0.isDone && $0.failure == nil } ?? false }
}
