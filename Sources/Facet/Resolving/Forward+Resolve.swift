extension Forward {
  /// Resolves the target, and converts its instance.
  func convert(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    let (source, isShown) = try source(request, from: asked)
    if isShown { return .instance(source) }
    if conversion.isUserCode { return try convertByUser(source, request, from: asked) }
    return show(source, to: request.slot)
  }
  /// Converts an instance; if a life keeps that, it keeps the conversion, too, and the first one counts.
  func show(_ source: Instance, to slot: Slot?) -> Answer {
    guard let life = source.life else { return convert(source, to: slot) }
    return .instance(life.keep(convert(source, to: nil).boxed, for: self, of: source))
  }
  /// A closure of the user resolves as a part of the service, which the graph then has.
  private func convertByUser(
    _ source: Instance, _ request: Request, from asked: Container
  ) throws(ResolutionError) -> Answer {
    let (thread, builder) = (request.thread, source.life?.owner.ownContainer ?? asked)
    thread.enter()
    defer { thread.leave() }
    try thread.checkLoop(of: self, request)
    try thread.enter(Frame(request, of: target, for: builder, by: Borrowed(target.owner)))
    defer { thread.leaveFrame() }
    return show(source, to: request.slot)
  }

  /// The instance of the target, or what a life shows as this key already.
  private func source(
    _ request: Request, from asked: Container
  ) throws(ResolutionError) -> (Instance, isShown: Bool) {
    if target.owner === owner {
      var boxed = request
      boxed.slot = nil
      return (try target.resolve(boxed, from: asked).boxed, false)
    }
    let (shown, search) = target.owner.contents.withReadLock { contents in
      (target.conversion(for: self, contents), target.search(contents, askedBy: request.builder))
    }
    if let shown {
      request.thread.note(shown)
      return (shown, true)
    }
    switch search {
    case .kept(let instance):
      request.thread.note(instance)
      return (instance, false)
    case .found(let found):
      defer { withExtendedLifetime(found) {} }
      // The path names the key that was asked for.
      var named = found.request(request.arguments, by: request.thread)
      named.registration = request.registration
      return (try found.registration.resolve(named, from: asked).boxed, false)
    case .notRegistered, .closed: throw request.thread.closed(self, in: target.owner)
    }
  }
}
