extension Reference {
  /// A service that needs itself is a loop, unless a completion runs in between whose instance can be found.
  func checkLoop(_ key: String, _ record: Record, _ builder: Box) throws(Failure) {
    for frame in frames.reversed() {
      if frame.isCompleting, !frame.isUnseen { return }
      if frame.record === record, frame.builder === builder { throw failure(.loop, key) }
    }
  }
  /// From now on the innermost service is half-built.
  func beginCompletion(isUnseen: Bool) {
    let top = frames.count - 1
    (frames[top].isCompleting, frames[top].isUnseen) = (true, isUnseen)
    (frames[top].graphMark, frames[top].deferredMark) = (graph.count, deferred.count)
  }
  /// The innermost service gets something that waits for the completions of these frames.
  func inherit(_ waitsFor: Set<Int>) {
    if !frames.isEmpty { frames[frames.count - 1].waitsFor.formUnion(waitsFor) }
  }
  /// The innermost service came to nothing: what it got was found for who asked for it.
  @discardableResult
  func endInVain() -> Frame {
    let frame = end()
    leave(frame)
    return frame
  }
  private func leave(_ frame: Frame) {
    guard let part = frame.part else { return }
    let found = frame.build == nil ? [part] : part.built
    if let user = frames.last?.part { user.built += found } else { foundInVain += found }
  }
  @discardableResult
  func end() -> Frame {
    var frame = frames.removeLast()
    frame.waitsFor.remove(frames.count)
    inherit(frame.waitsFor)
    return frame
  }
  /// The innermost service is complete: what waited for that waits for what it waits for, if for anything.
  ///
  /// Returns false if it has to begin anew.
  func finish(_ build: Build?) -> Bool {
    let frame = end()
    func waits(_ old: Set<Int>) -> Set<Int> {
      old.contains(frames.count) ? old.subtracting([frames.count]).union(frame.waitsFor) : old
    }
    for place in frame.graphMark..<graph.count { graph[place].waitsFor = waits(graph[place].waitsFor) }
    if let build { deferred.append(build) }
    for build in deferred[frame.deferredMark...] { build.waitsFor = waits(build.waitsFor) }
    let ready = deferred.filter(\.waitsFor.isEmpty)
    deferred.removeAll(where: \.waitsFor.isEmpty)
    if publish(ready) { return true }
    if build == nil { leave(frame) }
    graph.removeSubrange(frame.graphMark...)
    takeBack(ready)
    return false
  }
  /// A failed completion takes back its instance, and what was built since; a failed factory takes back nothing.
  ///
  /// What a factory has returned ends.
  func fail(_ error: Failure) -> Failure {
    let frame = endInVain()
    guard frame.isCompleting else {
      // By a decorator.
      if let made = frame.made, let build = frame.build, build.isEnded { endNow([(made, build.record)]) }
      return error
    }
    graph.removeSubrange(frame.graphMark...)
    let builds = deferred[frame.deferredMark...]
    deferred.removeSubrange(frame.deferredMark...)
    takeBack(builds + (frame.build.map { [$0] } ?? []))
    return error
  }
  /// Instances that nobody has seen end.
  private func takeBack(_ builds: [Build]) {
    var unseen: [Taken] = []
    for build in builds {
      if let instance = build.instance, build.isEnded { unseen.append((instance, build.record)) }
      build.instance = nil
    }
    endNow(unseen)
  }
}
