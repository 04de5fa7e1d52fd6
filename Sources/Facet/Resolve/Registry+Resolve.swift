/// A resolve from the types to the steps of `Request`.
extension Registry {
  /// Resolves a service by a key of any kind.
  ///
  /// Calls the hooks, unless the caller has already called them: `isHooked`.
  func resolve(
    _ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot, isHooked: Bool = false
  ) -> Outcome {
    let thread = Thread.current(threads)
    if isObserved, !isHooked { return resolveHooked(lookup, arguments, slot, thread) }
    let isOutermost = !thread.state.isInside
    if isOutermost { thread.enter(asking: self) }
    let outcome = serve(lookup, arguments, slot, thread)
    if isOutermost { thread.leave() }
    return outcome
  }

  @inline(__always)
  private func serve(_ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot, _ thread: Thread) -> Outcome {
    guard let registration = find(lookup) else { return serveUnregistered(lookup, arguments, slot, thread) }
    let depth = registration.read { $0.depth }
    if depth > 0 { thread.noteDepth(depth) }
    if registration.read({ $0.isForward }) {
      return serve(registration.cast(to: Forward.self), arguments, slot, thread)
    }
    let request = request(registration, registration.cast(to: Record.self), arguments, slot, thread)
    // The most frequent resolve of all, without a call.
    return request.reuseShared() ?? request.resolve()
  }

  @inline(__always)
  func request(
    _ registration: Borrowed<Registration>, _ record: Borrowed<Record>, _ arguments: Arguments?, _ slot: Slot,
    _ thread: Thread
  ) -> Request {
    Request(
      registration: registration, record: record, mode: record.read { $0.mode }, builder: Borrowed(self),
      arguments: arguments, slot: slot, thread: thread)
  }

  // MARK: - Forwards

  /// Resolves under a forwarded key: the target's instance as another type.
  @inline(never)
  private func serve(
    _ forward: Borrowed<Forward>, _ arguments: Arguments?, _ slot: Slot, _ thread: Thread
  ) -> Outcome {
    let target = forward.read { Borrowed($0.target) }
    let request = request(forward.registration, target, arguments, slot, thread)
    if forward.read({ $0.isUserCode }) { return request.resolve(convertedByUserOf: forward) }
    if let shared = target.read({ $0.shared }),
      let converted = shared.read({ $0.converted(to: forward.serviceType) })
    {
      if shared.read({ $0.needs != nil }) { thread.noteNeed(shared.read { $0.number }) }
      return converted.read { $0.copy(to: slot) }
    }
    return request.resolve(convertedBy: forward)
  }

  /// Resolves a record itself, whatever key leads to it, in the running cycle or in its own.
  package func resolve(_ record: Record, _ arguments: Arguments?, _ slot: Slot) -> Outcome {
    let thread = Thread.current(threads)
    return thread.inOneCycle(asking: self) {
      request(Borrowed(record), Borrowed(record), arguments, slot, thread).resolveOutOfLine()
    }
  }

  /// The nearest registration of a key, here or in a parent.
  func found(_ key: ServiceKey) -> Registration? {
    let lookup = Lookup(key)
    return Thread.current.inOneCycle(asking: self) { find(lookup)?.object }
  }

  /// The registration of a key in this registry, not in its parents.
  package func registration(of key: ServiceKey) -> Registration? {
    let found = found(key)
    return found?.depth == depth ? found : nil
  }
}

extension Request {
  /// Resolves the target of a forward, and puts it into the slot as the other type.
  @inline(never)
  fileprivate func resolve(convertedBy forward: Borrowed<Forward>) -> Outcome {
    let shared = record.read { $0.shared }
    return Slot.withOpened(record.read { $0.serviceType }, record.read { $0.recipe.slotType }) { service in
      let outcome = with(slot: service).resolveOutOfLine()
      guard outcome.isSuccess else { return outcome }
      forward.read { $0.convert(service, to: slot) }
      // If the record has given up its instance meanwhile, nobody knows which one this is.
      if case .reusedFromContainer = outcome, let shared, shared == record.read({ $0.shared }) {
        shared.read { $0.keep(slot, as: forward) }
      }
      return outcome
    }
  }

  /// The same with a closure of the user.
  ///
  /// It may resolve, so it is a part of the cycle and of the path.
  @inline(never)
  fileprivate func resolve(convertedByUserOf forward: Borrowed<Forward>) -> Outcome {
    guard thread.state.stack.isKnownToHaveRoom(at: slot.position) || thread.hasStackLeft else {
      return .failed(tooDeep())
    }
    return Slot.withOpened(record.read { $0.serviceType }, record.read { $0.recipe.slotType }) { service in
      thread.state.blockCount &+= 1
      let outcome = with(slot: service).resolveOutOfLine()
      thread.state.blockCount &-= 1
      if outcome.isSuccess { convert(service, by: forward) }
      return outcome
    }
  }

  private func convert(_ service: Slot, by forward: Borrowed<Forward>) {
    begin(Frame.noEntry)
    forward.read { $0.convert(service, to: slot) }
    thread.pop()
  }
}

extension Borrowed<Forward> {
  @inline(__always)
  fileprivate var registration: Borrowed<Registration> { read { Borrowed<Registration>($0) } }

  @inline(__always)
  fileprivate var serviceType: Any.Type { read { $0.serviceType } }
}

extension Instance {
  /// Keeps the instance as the type of a forward, so that the next resolve need not convert it.
  @inline(never)
  fileprivate func keep(_ slot: Slot, as forward: Borrowed<Forward>) {
    let (type, slotType) = forward.read { ($0.serviceType, $0.slotType) }
    if isWeak || converted(to: type) != nil { return }
    keep(Instance(type, slotType, from: slot, number: number))
  }
}
