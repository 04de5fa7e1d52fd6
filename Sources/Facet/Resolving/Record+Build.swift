/// The receiver of an instance whose factory has returned.
enum Receiver {
  /// The caller, and nobody else.
  case caller
  /// All who ask within the top-level resolve.
  case graph
  /// All who ask. In a second run, a lower frame runs the factory in the same build, and goes on with the claim if this one fails.
  case all(Build, isSecondRun: Bool)

  var build: Build? { if case .all(let build, _) = self { build } else { nil } }
  /// The factory has failed.
  ///
  /// If the build has an instance, a second run of the factory stored it: it is published, or taken back, with a lower frame.
  fileprivate func drop(_ thread: Resolution) {
    guard case .all(let build, let isSecondRun) = self else { return }
    if !isSecondRun, build.instance == nil { return build.drop(thread) }
    build.home.owner.end(build.takeUnfinished())
  }
}

extension Record {
  /// Runs the factory, the decorators and the completions in a frame, with no lock.
  ///
  /// The code before and after the factory is out of line: in a debug build its variables would be on the stack, between one service and the
  /// next. The optimizer puts all of it into the three ways that call it, which know the receiver.
  @inline(__always)
  func make(_ request: Request, for receiver: Receiver, by resolver: Container) throws(ResolutionError)
    -> Answer
  {
    let completions = try begin(request, for: receiver, by: resolver)
    do {
      let made = try run(request, by: resolver)
      return try handOver(
        request, Made(answer: made, receiver: receiver, completions: completions), by: resolver)
    } catch {
      throw fail(error, on: request.thread, for: receiver)
    }
  }
  /// Returns how many completions have begun.
  @inline(__always)
  private func begin(_ request: Request, for receiver: Receiver, by resolver: Container)
    throws(ResolutionError) -> Int
  {
    do throws(ResolutionError) {
      let frame =
        if let build = receiver.build { Frame(request, build, for: resolver) } else {
          Frame(request, of: self, for: resolver)
        }
      try request.thread.enter(frame)
      return request.thread.state.completions
    } catch {
      receiver.drop(request.thread)
      throw error
    }
  }
  @inline(__always)
  private func run(_ request: Request, by resolver: Container) throws -> Answer {
    guard let composed = request.additions?.object.composed else {
      return try recipe.factory(resolver, request.arguments, request.slot)
    }
    return try composed(resolver, request.arguments, request.slot)
  }
  @inline(never)
  private func fail(_ error: any Error, on thread: Resolution, for receiver: Receiver) -> ResolutionError {
    let failure = thread.fail(error)
    receiver.drop(thread)
    return failure
  }

  /// The result of a factory.
  private struct Made {
    var answer: Answer
    let receiver: Receiver
    /// How many completions had begun before the factory ran.
    let completions: Int
  }
  /// The factory has returned: the receiver gets what it made, before the completions run.
  @inline(__always)
  private func handOver(_ request: Request, _ made: consuming Made, by resolver: Container) throws -> Answer {
    let (thread, completes) = (request.thread, request.isCompleted)
    let instance: Instance
    switch made.receiver {
    case .caller:
      guard completes else {
        thread.leaveFrame()
        return made.answer
      }
      instance = made.answer.boxed
      thread.beginCompletions(isUnseen: true)
    case .graph:
      var hash = request.hash
      let isChanged = thread.state.completions != made.completions
      if let slot = request.slot {
        guard isChanged || thread.state.graph.identifier != nil else {
          thread.leaveFrame()
          return made.answer
        }
        hash = request.arguments.hash
        if case .inSlot = made.answer { made.answer = .instance(slot.takeBox(serviceType)) }
      }
      let place = Graph.Key(self, request.builder, hash: hash)
      // Rule 7, first: a completion that ran meanwhile may have had it built a second time.
      if isChanged, let first = thread.known(place, of: self, request.arguments) {
        thread.leaveFrame()
        return .instance(first)
      }
      instance = made.answer.boxed
      if completes { thread.beginCompletions() }
      thread.remember(instance, under: place, with: KeptArguments.keep(request.arguments))
      guard completes else {
        thread.leaveFrame()
        return .instance(instance)
      }
    case .all(let build, _):
      instance = made.answer.boxed
      if let first = build.instance {
        // Rule 7: the frame that stored it publishes it. The other instance ends.
        thread.inherit(build.low)
        thread.leaveFrame()
        thread.note(build.life)
        if first !== instance { build.endUnseen(instance) }
        return .instance(first)
      }
      thread.beginCompletions()
      build.store(instance, low: .frame(thread.state.frames.count - 1))
      if build.kind == .weak { thread.state.graph.held.append(instance) }
    }
    if completes {
      try complete(instance, request, by: resolver)
      if case .graph = made.receiver { thread.noteGraphNeeds() }
    }
    return thread.finish(made.receiver.build) ? .instance(instance) : .lost
  }
  /// Runs the completions of the service of the innermost frame.
  ///
  /// Runs the completions that the record had when it was found: its actors, and whether it must be awaited, were looked at for these.
  private func complete(_ instance: Instance, _ request: Request, by resolver: Container) throws {
    do {
      for completion in request.additions?.object.settings.completions ?? [] {
        if case .now(let action) = completion.call { try action(resolver, instance, request.arguments) }
      }
    } catch {
      throw CompletionFailure.wrapping(error)
    }
  }
}
