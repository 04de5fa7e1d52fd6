import Facet

/// A service that is built on one actor alone, or must be awaited, and those that need it without that.
///
/// No problem where it is shared and was built before they are, or where all of them are resolved on its actor. Else the need fails.
public struct Crossing: Sendable {
  /// The service that belongs to an actor, or must be awaited.
  public let entry: ContainerEntry
  /// The actor; `nil` if the service must be awaited.
  public let actor: (any Actor)?
  /// Those that need it synchronously, and do not belong to the actor.
  public let users: [ContainerEntry]
}

extension Findings {
  /// Who needs an actor or must be awaited, and is needed synchronously by somebody without that.
  var crossings: [Crossing] {
    entries.indices.compactMap { index in
      let entry = entries[index]
      guard wiring.owner(of: index) == index, entry.isAsync || entry.actor != nil else { return nil }
      let actor = entry.isAsync ? nil : entry.actor
      // What is asynchronous can await it.
      let users = immediateUsers[index].filter { user in
        !entries[user].isAsync
          && (actor == nil ? isBuilt(user) : entries[user].actor !== actor)
      }
      return users.isEmpty ? nil : Crossing(entry: entry, actor: actor, users: users.map { entries[$0] })
    }
  }

  /// Whether a factory came to its end; one that did not is reported for that.
  private func isBuilt(_ index: Int) -> Bool { builds[index].map { $0.isDone && $0.failure == nil } ?? false }
}
