extension Record {
  /// Builds a service for who asked, and for nobody else.
  func transient(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    let hash = request.thread.isNested ? request.arguments.hash(key.signature) : 0
    while true {
      try checkLoop(request, hash)
      // Completions need a box.
      let answer = try make(
        request, for: .caller, by: asked, to: request.isCompleted ? nil : request.slot, hash: hash)
      guard case .lost = answer else { return answer }
      try checkOpen(request.thread)
    }
  }
}
