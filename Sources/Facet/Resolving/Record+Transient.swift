extension Record {
  /// Builds a service for the caller alone.
  func transient(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    var request = request
    if request.thread.isNested || request.isCompleted { prepareForCaller(&request) }
    while true {
      try checkLoop(request)
      let answer = try make(request, for: .caller, by: asked)
      guard case .lost = answer else { return answer }
      try beginAnew(&request)
    }
  }
  @inline(never)
  private func prepareForCaller(_ request: inout Request) {
    if request.thread.isNested { request.hash = request.arguments.hash(key.signature) }
    // Completions need a box.
    if request.isCompleted { request.slot = nil }
  }
}
