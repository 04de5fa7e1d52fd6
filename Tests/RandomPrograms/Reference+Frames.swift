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
  @discardableResult
  func end() -> Frame {
    var frame = frames.removeLast()
    frame.waitsFor.remove(frames.count)
    inherit(frame.waitsFor)
    return frame
  }
  /// The innermost service is complete: what waited for that waits for what it waits for, if for anything.
  func finish(_ build: Build?) {
    let frame = end()
    func waits(_ old: Set<Int>) -> Set<Int> {
      old.contains(frames.count) ? old.subtracting([frames.count]).union(frame.waitsFor) : old
    }
    for place in frame.graphMark..<graph.count { graph[place].waitsFor = waits(graph[place].waitsFor) }
    if let build { deferred.append(build) }
    for build in deferred[frame.deferredMark...] { build.waitsFor = waits(build.waitsFor) }
    let ready = deferred.filter(\.waitsFor.isEmpty)
    deferred.removeAll(where: \.waitsFor.isEmpty)
    publish(ready)
  }
  /// A failed completion takes back its instance, and what was built since; a failed factory takes back nothing.
  func fail(_ error: Failure) -> Failure {
    let frame = end()
    guard frame.isCompleting else { return error }
    graph.removeSubrange(frame.graphMark...)
    let builds = deferred[frame.deferredMark...]
    deferred.removeSubrange(frame.deferredMark...)
    for build in builds.reversed() + (frame.build.map { [$0] } ?? []) {
      guard let instance = build.instance else { continue }
      build.instance = nil
      if build.record.scope.isEnded { end(instance, build.record) }
    }
    return error
  }
}
