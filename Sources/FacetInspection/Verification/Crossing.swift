import Facet

/// A service that is built on one actor alone, and those that need it and may be built elsewhere.
///
/// No problem where all of them are resolved on that actor. From elsewhere the need fails, unless the instance is shared and there.
public struct Crossing: Sendable {
  /// The service that belongs to an actor.
  public let entry: ContainerEntry
  /// The actor.
  public let actor: any Actor
  /// Those that need it, and belong to none or to another one.
  public let users: [ContainerEntry]
}

extension Findings {
  /// Who needs an actor, and is needed synchronously by somebody without it.
  var crossings: [Crossing] {
    entries.indices.compactMap { index in
      let entry = entries[index]
      guard wiring.owner(of: index) == index, let actor = entry.actor, !entry.isAsync else { return nil }
      // What is asynchronous can await it.
      let users = immediateUsers[index].map { entries[$0] }.filter { user in
        user.order != entry.order && !user.isAsync && user.actor !== actor
      }
      return users.isEmpty ? nil : Crossing(entry: entry, actor: actor, users: users)
    }
  }
}
