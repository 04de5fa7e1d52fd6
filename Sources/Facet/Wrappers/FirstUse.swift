/// The first use of a lazy that is awaited: one build, for which all tasks wait that use it meanwhile.
final class FirstUse: Sendable {
  typealias Build = @Sendable () async throws(ResolutionError) -> Void

  enum State {
    case ahead
    case running(AsyncNode)
    case over
  }

  let state = Guarded(State.ahead)
}
