// The lives that the code of a frame, or a use of a wrapper, gets: they become the needs of its life.
extension Resolution {
  /// Notes a kept instance, if somebody is under construction who gets it.
  @inline(__always)
  func note(_ instance: Instance) {
    if state.frames.count != 0 || !state.uses.isEmpty, let life = instance.life { note(life) }
  }
  @inline(never)
  func note(_ life: Life) {
    let top = state.frames.count - 1
    if top < 0 && state.uses.isEmpty { return }
    // The innermost frame has noted it already.
    if top >= 0, state.got.count > state.frames[top].gotMark, state.got.last === life { return }
    state.got.append(life)
    if state.got.count >= state.gotLimit { forgetOver() }
  }
  func note(_ lives: [Life]) { for life in lives { note(life) } }

  /// A frame may go on for ever, and get something again and again.
  ///
  /// The lives that were got before the innermost use of a wrapper stay: its end counts from there.
  private func forgetOver() {
    let mark = max(Int(state.frames.last?.gotMark ?? 0), state.uses.last?.mark ?? 0)
    // Released when the list is whole again.
    let all = takeGot(since: mark)
    state.got += all.present()
    state.gotLimit = max(State.leastGotLimit, state.got.count * 2)
  }
  @inline(__always)
  var gotMark: Int32 { Int32(truncatingIfNeeded: state.got.count) }
  /// Takes what was noted since then, to be released elsewhere.
  func takeGot(since mark: Int) -> [Life] {
    if mark >= state.got.count { return [] }
    let taken = Array(state.got[mark...])
    state.got.removeSubrange(mark...)
    return taken
  }
  /// The lives that the innermost frame got, and still holds.
  func gotByFrame() -> [Life] {
    let mark = Int(state.frames[state.frames.count - 1].gotMark)
    return mark < state.got.count ? Array(state.got[mark...]) : []
  }

  // MARK: - Uses of wrappers

  /// A use of a wrapper, or a visit.
  struct Use {
    var user: WrapperUser?
    /// How many frames there were before, and how many lives had been got.
    var depth = 0, mark = 0
  }
  func beginUse(by user: WrapperUser) {
    state.uses.append(Use(user: user, depth: state.frames.count, mark: state.got.count))
  }
  /// Notes the lives that the use got, which end after the user of the wrapper, and after the services that are built meanwhile.
  func endUse(by user: WrapperUser) {
    let mark = state.uses.removeLast().mark
    let isNoted = !state.frames.isEmpty || !state.uses.isEmpty
    user.life.gain(isNoted ? Array(state.got.dropFirst(mark)) : takeGot(since: mark))
  }
  /// Resolves, and returns whether what came of it waits for a frame.
  func withLow(
    _ body: () throws(ResolutionError) -> Instance
  ) throws(ResolutionError) -> (Instance, isHalfBuilt: Bool) {
    let top = state.frames.count - 1
    if top < 0 { return (try body(), false) }
    let before = exchange(&state.frames[top].low, with: .none)
    defer { state.frames[top].low = min(before, state.frames[top].low) }
    let instance = try body()
    return (instance, state.frames[top].low != .none)
  }
}
