/// What a cycle over suspensions handed out, and what of it was captured.
///
/// On a thread the state of that knows it. Here one block hands something out, and another one may see the capture.
extension Survivors {
  /// Takes over what a block of the cycle handed out.
  func note(_ keepers: [any ContainerKeeper]) {
    let isCaptured = state.withLock { state in
      if !state.isCaptured, state.held != nil { state.keepers += keepers }
      return state.isCaptured
    }
    if isCaptured { stop(keepers) }
  }

  /// Something that the container keeps got a service of the cycle which was not built for it.
  func capture() {
    let keepers = state.withLock { state in
      state.isCaptured = state.held != nil
      return exchange(&state.keepers, with: [])
    }
    stop(keepers)
  }

  /// All that was handed out so far.
  var keepers: [any ContainerKeeper] { state.withLock { $0.keepers } }

  // Outside the lock: a container may go.
  private func stop(_ keepers: [any ContainerKeeper]) {
    for keeper in keepers { keeper.stopKeepingContainer() }
  }
}
