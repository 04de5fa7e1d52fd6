extension Record {
  /// Builds a service for the caller alone.
  @inline(__always)
  func transient(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    if request.thread.isNested || request.isCompleted { return try transientInside(request, from: asked) }
    // Nothing is around it, and nobody finds it before it is there.
    return try make(request, for: .caller, by: asked)
  }
  @inline(never)
  private func transientInside(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    var request = request
    prepareForCaller(&request)
    while true {
      try checkLoop(request)
      let answer = try make(request, for: .caller, by: asked)
      guard case .lost = answer else { return answer }
      try beginAnew(request)
    }
  }
  @inline(never)
  private func prepareForCaller(_ request: inout Request) {
    if request.thread.isNested { request.hash = request.arguments.hash }
    // Completions need a box.
    if request.isCompleted { request.slot = nil }
  }
}
