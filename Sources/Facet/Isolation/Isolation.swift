/// The actor that a closure of a registration was written on.
package final class Isolation: Sendable {
  package let actor: any Actor
  /// The part of the service that was written on the actor, in a word; `nil` for its factory.
  let part: String?
  /// Whether the closure must not run elsewhere.
  ///
  /// The compiler checked Swift 6 code against its actor, so it must run there. Swift 5 code must if it names the actor; else it runs where it is
  /// called.
  package let isEnforced: Bool
  let isMain: Bool

  package init(_ actor: any Actor, isEnforced: Bool, of part: String? = nil) {
    self.actor = actor
    self.part = part
    self.isEnforced = isEnforced
    isMain = actor === MainActor.shared
  }

  /// Whether the running code is on the actor.
  package var isCurrent: Bool { isCurrent(Resolution.current) }

  /// Whether the running code is on the actor, for a caller that has its thread at hand.
  @inline(__always)
  func isCurrent(_ thread: Resolution) -> Bool {
    isMain && thread.isMainThread || CurrentActor.isCurrent(actor)
  }

  /// Whether the running code is known to be on the actor, for a caller that can go there: false if the system cannot tell.
  func isKnownToBeCurrent(_ thread: Resolution) -> Bool {
    if isMain { return isCurrent(thread) }
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return false }
    return isCurrent(thread)
  }

  /// Whether the running code is known to be on the actor: false if the system cannot tell.
  package var isKnownToBeCurrent: Bool { isKnownToBeCurrent(Resolution.current) }

  /// The type of the actor.
  package var actorType: Any.Type { type(of: actor as Any) }
}

/// Whether Swift 5 code names the actor of a closure or of a function: a closure that does not has the actor of the code around.
@usableFromInline
func isNamed(_ actor: (any Actor)?, _ surrounding: (any Actor)?) -> Bool { actor !== surrounding }

/// Runs a closure on an actor.
///
/// The caller ensures that no other code uses the objects of the closure meanwhile.
nonisolated(nonsending) func onActor(_ actor: any Actor, _ body: @escaping () throws -> Void) async throws {
  try await run(UncheckedBody(run: body), on: actor)
}

private struct UncheckedBody: @unchecked Sendable {
  let run: () throws -> Void
}

private func run(_ body: UncheckedBody, on actor: isolated any Actor) async throws {
  try body.run()
}
