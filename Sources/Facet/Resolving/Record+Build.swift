/// Who gets an instance when its factory has returned.
enum Receiver {
  /// Who asked, and nobody else.
  case caller
  /// All who ask within the top-level resolve.
  case graph(Graph.Key)
  /// All who ask. If the build is one of a lower frame, that goes on with the claim if this fails.
  case all(Build, isOwn: Bool)

  var build: Build? { if case .all(let build, _) = self { build } else { nil } }
  /// The build has failed.
  ///
  /// If it has an instance, that was stored by a second one, and is published, or taken back, with a lower frame.
  fileprivate func drop(_ thread: Resolution) {
    if case .all(let build, isOwn: false) = self, build.instance == nil { build.drop(thread) }
  }
}

extension Record {
  /// Runs the factory, the decorators and the completions in a frame, with no lock.
  ///
  /// What runs before and after the factory is out of line: in a debug build its variables would be on the stack, between one service and the
  /// next. The optimizer puts all of it into the three ways that call it, which know the receiver.
  @inline(__always)
  func make(
    _ request: Request, for receiver: Receiver, by resolver: Container, to slot: Slot?, hash: Int = 0
  ) throws(ResolutionError) -> Answer {
    let completions = try begin(request, for: receiver, hash)
    do {
      let made = try run(request, by: resolver, slot)
      return try end(request, with: made, completions, for: receiver, by: resolver, slot)
    } catch {
      throw fail(error, request.thread, receiver)
    }
  }
  /// Returns how many completions have begun.
  @inline(__always)
  private func begin(_ request: Request, for receiver: Receiver, _ hash: Int) throws(ResolutionError) -> Int {
    do throws(ResolutionError) {
      let frame =
        if let build = receiver.build { Frame(request, build) } else { Frame(request, of: self, hash: hash) }
      try request.thread.begin(frame)
      return request.thread.state.completions
    } catch {
      receiver.drop(request.thread)
      throw error
    }
  }
  @inline(__always)
  private func run(_ request: Request, by resolver: Container, _ slot: Slot?) throws -> Answer {
    guard let additions = request.additions else {
      return try recipe.factory(resolver, request.arguments, slot)
    }
    return try additions.object.make(resolver, request.arguments, slot)
  }
  @inline(never)
  private func fail(_ error: any Error, _ thread: Resolution, _ receiver: Receiver) -> ResolutionError {
    let failure = thread.fail(error)
    receiver.drop(thread)
    return failure
  }
  /// The factory has returned: the receiver gets what it made, before the completions run.
  @inline(__always)
  private func end(
    _ request: Request, with made: consuming Answer, _ completions: Int, for receiver: Receiver,
    by resolver: Container, _ slot: Slot?
  ) throws -> Answer {
    let (thread, completes) = (request.thread, request.isCompleted)
    let instance: Instance
    switch receiver {
    case .caller:
      guard completes else {
        thread.end()
        return made
      }
      instance = made.boxed
      thread.beginCompletions(isUnseen: true)
    case .graph(var key):
      let isChanged = thread.state.completions != completions
      if let slot {
        guard isChanged || thread.state.graph.identifier != nil else {
          thread.end()
          return made
        }
        key = Graph.Key(self, request.builder, hash: request.arguments.hash(self.key.signature))
        if case .inSlot = made { made = .instance(slot.takeBox(serviceType)) }
      }
      // Rule 7, first: a completion that ran meanwhile may have had it built a second time.
      if isChanged, let first = thread.known(self, key, request.arguments) {
        thread.end()
        return .instance(first)
      }
      instance = made.boxed
      if completes { thread.beginCompletions() }
      thread.remember(instance, key, request.arguments, self.key.signature)
      guard completes else {
        thread.end()
        return .instance(instance)
      }
    case .all(let build, _):
      instance = made.boxed
      if let first = build.instance {
        // Rule 7: whoever stored it publishes it. The other ends.
        thread.inherit(build.low)
        thread.end()
        if first !== instance { build.end(unseen: instance) }
        return .instance(first)
      }
      thread.beginCompletions()
      build.store(instance, low: .frame(thread.state.frames.count - 1))
      if build.kind == .weak { thread.state.graph.held.append(instance) }
    }
    if completes { try complete(instance, resolver, request.arguments) }
    return thread.finish(receiver.build) ? .instance(instance) : .lost
  }
}
