extension Forward {
  /// Resolves the target, and converts its instance.
  func convert(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    // A closure of the user resolves as a part of the service, which the graph then has.
    let isUserCode = conversion.isUserCode
    if isUserCode { request.thread.enter() }
    defer { if isUserCode { request.thread.leave() } }
    let source: Instance
    let isKept: Bool
    if target.owner === owner {
      var boxed = request
      boxed.slot = nil
      source = try target.resolve(boxed, from: asked).boxed
      isKept = request.kind == .container
    } else {
      let (shown, hit) = target.owner.contents.withReadLock { contents in
        (
          target.read(contents) { $0.home?.read(contents) { $0.conversion(for: self) } } ?? nil,
          target.hit(contents, askedBy: request.builder)
        )
      }
      if let shown { return .instance(shown) }
      (source, isKept) = try sourceOfParent(hit, request, from: asked)
    }
    if isUserCode {
      try request.thread.checkLoop(of: self, request)
      try request.thread.enter(
        Frame(
          request, of: target, for: isKept ? target.owner.ownContainer : asked, by: Borrowed(target.owner)))
    }
    defer { if isUserCode { request.thread.leaveFrame() } }
    return show(source, isKept: isKept, to: request.slot)
  }
  /// Converts an instance; if a home keeps that, it keeps the conversion, too, and the first one counts.
  func show(_ source: Instance, isKept: Bool, to slot: Slot?) -> Answer {
    if !isKept { return convert(source, to: slot) }
    return .instance(target.ownHome.keep(convert(source, to: nil).boxed, for: self, of: source))
  }
  /// The instance of a target in a parent, and whether its home keeps it.
  private func sourceOfParent(
    _ hit: Hit, _ request: Request, from asked: Container
  ) throws(ResolutionError) -> (Instance, Bool) {
    switch hit {
    case .kept(let instance): return (instance, true)
    case .found(let found):
      defer { withExtendedLifetime(found) {} }
      // The path names the key that was asked for.
      var named = found.request(request.arguments, by: request.thread)
      named.registration = request.registration
      return (try found.registration.resolve(named, from: asked).boxed, named.kind == .container)
    }
  }
}
