// Where a resolve of a registration begins: its scope says who builds, and who gets the instance.

extension Registration {
  func resolve(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    if isForward { return try known(self, as: Forward.self).convert(request, from: asked) }
    let record = known(self, as: Record.self)
    switch request.kind {
    case .graph: return try record.graph(request, from: asked)
    case .transient: return try record.transient(request, from: asked)
    case .container, .weak, .custom, .scoped, .perArgument:
      return try record.shared(request, from: asked.registry)
    }
  }
}

extension Record {
  /// Runs the completions of the service of the innermost frame.
  func complete(_ instance: Instance, _ resolver: Container, _ arguments: Arguments) throws {
    do {
      for completion in settings.completions {
        // One that is awaited was added after the build had begun.
        if case .now(let action) = completion.call { try action(resolver, instance, arguments) }
      }
    } catch {
      throw CompletionFailure.wrapping(error)
    }
  }
  /// Rule 5: a frame that begins anew may find its container closed.
  func checkOpen(_ thread: Resolution) throws(ResolutionError) {
    if owner.isClosed { throw thread.closed(self, owner) }
  }
}

extension Forward {
  /// Resolves the target, and converts it.
  fileprivate func convert(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    // A closure of the user resolves as a part of the service, which the graph then has.
    if isUserCode { request.thread.enter() }
    defer { if isUserCode { request.thread.leave() } }
    var (kind, source) = (request.kind, nil as Instance?)
    if target.owner === owner {
      source = try target.resolve(request.boxed(), from: asked).boxed
    } else {
      let (shown, kept, mode) = target.owner.contents.read { _ in
        (target.home?.conversion(for: self), target.home?.kept, target.mode)
      }
      if let shown { return .instance(shown) }
      kind = mode.kind
      defer { withExtendedLifetime(mode) {} }
      source = kept
      if kept == nil {
        source = try target.resolve(request.boxed(mode), from: asked).boxed
      }
    }
    if isUserCode { try request.thread.begin(Frame(request, of: target, by: target.owner)) }
    defer { if isUserCode { request.thread.end() } }
    guard kind == .container else { return convert(source!, to: request.slot) }
    let converted = convert(source!, to: nil).boxed
    target.ownHome.keep(converted, for: self, of: source!)
    return .instance(converted)
  }
}
