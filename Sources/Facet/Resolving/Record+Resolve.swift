// Where a resolve of a registration begins: its scope says who builds, and who gets the instance.

extension Found {
  /// Returns the instance if somebody keeps it; else the service is in the slot.
  ///
  /// Without a slot there is always an instance.
  func serve(
    _ asked: Container, _ thread: Resolution, _ arguments: Arguments, _ slot: Slot?
  ) throws(ResolutionError) -> Instance? {
    if registration.isForward {
      return try known(registration, as: Forward.self).resolve(self, asked, thread, arguments, slot)
    }
    return try known(registration, as: Record.self).resolve(self, asked, thread, arguments, slot)
  }
}

extension Record {
  @inline(__always)
  func resolve(
    _ found: Found, _ asked: Container, _ thread: Resolution, _ arguments: Arguments, _ slot: Slot?
  ) throws(ResolutionError) -> Instance? {
    switch found.mode.kind {
    case .graph: return try graph(found, asked, thread, arguments, slot)
    case .transient: return try transient(found, asked, thread, arguments, slot)
    case .container, .weak, .custom: return try shared(found, thread, arguments)
    case .scoped: return try scoped(found, asked, thread, arguments)
    case .perArgument: return try perArgument(found, asked, thread, arguments, slot)
    }
  }

  /// Runs the completions of the service of the innermost frame.
  func complete(_ instance: Instance, _ resolver: Container, _ arguments: Arguments) throws {
    do {
      for completion in present.settings.completions {
        // One that is awaited was added after the build had begun.
        if case .now(let action) = completion.kind { try action(resolver, instance, arguments) }
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
  func resolve(
    _ found: Found, _ asked: Container, _ thread: Resolution, _ arguments: Arguments, _ slot: Slot?
  ) throws(ResolutionError) -> Instance? {
    // A closure of the user resolves as a part of the service, which the graph then has.
    if isUserCode { thread.enter() }
    defer { if isUserCode { thread.leave() } }
    let source: Instance
    if target.owner === owner {
      source = try target.resolve(found, asked, thread, arguments, nil)!
    } else {
      let (kept, mode, known) = target.owner.contents.read { _ in
        (target.kept, target.mode, target.conversion(for: self))
      }
      if let known { return known }
      if let kept {
        source = kept
      } else {
        source = try target.resolve(Found(self, mode, found.builder), asked, thread, arguments, nil)!
      }
    }
    if isUserCode { try thread.begin(frame(found, arguments)) }
    defer { if isUserCode { thread.end() } }
    guard found.mode.kind == .container else { return convert(source, slot) }
    let converted = convert(source, nil)!
    target.keep(converted, for: self, of: source)
    return converted
  }
  private func frame(_ found: Found, _ arguments: Arguments) -> Frame {
    Frame(Borrowed(self), Borrowed(target), Borrowed(target.owner), arguments)
  }
}

extension Resolution {
  func closed(_ registration: Registration, _ registry: Registry) -> ResolutionError {
    error(.containerClosed, registration, ResolutionError.Extras(closing: registry.closing))
  }
}
