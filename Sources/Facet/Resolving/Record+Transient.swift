extension Record {
  /// Builds a service for the caller alone.
  func transient(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    var request = forCaller(request)
    while true {
      try checkLoop(request)
      let answer = try make(request, for: .caller, by: asked)
      guard case .lost = answer else { return answer }
      try beginAnew(&request)
    }
  }
  private func forCaller(_ request: Request) -> Request {
    var request = request
    if request.thread.isNested { request.hash = request.arguments.hash(key.signature) }
    // Completions need a box.
    if request.isCompleted { request.slot = nil }
    return request
  }
}
