/// The way of a resolve, from the types to the steps of `Request`.
extension Registry {
  /// Resolves a service without a name, as most are, and writes it to `result`.
  ///
  /// Not generic: callers pass metatypes and addresses, so that a program with thousands of call sites stays small. The parts
  /// of the key come one by one, in registers.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> Outcome {
    let thread = ThreadState.current(threads)
    if isObserved { return resolveObserved(serviceType, signature, arguments, result, thread) }
    let isOutermost = !thread.pointee.isInside
    if isOutermost { thread.enter(asking: self) }
    let outcome = serve(Lookup(serviceType, signature), arguments, result, thread)
    if isOutermost { thread.leave() }
    return outcome
  }

  /// The same with a name.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?,
    _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> Outcome {
    resolve(Lookup(serviceType, signature, name), arguments, result)
  }

  /// The same for a key of any kind.
  func resolve(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> Outcome {
    let thread = ThreadState.current(threads)
    if isObserved { return resolveObserved(lookup, arguments, result, thread) }
    let isOutermost = !thread.pointee.isInside
    if isOutermost { thread.enter(asking: self) }
    let outcome = serve(lookup, arguments, result, thread)
    if isOutermost { thread.leave() }
    return outcome
  }

  #if compiler(>=6.3)
    @inline(always)
  #else
    @inline(__always)
  #endif
  func serve(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    guard let registration = find(lookup) else {
      return serveUnregistered(
        lookup.serviceType, lookup.signature, lookup.name, hasOption: lookup.option != nil, arguments, result,
        thread)
    }
    if registration._withUnsafeGuaranteedRef({ $0.depth }) > 0 { thread.noteUse(of: registration) }
    guard registration._withUnsafeGuaranteedRef({ !$0.isForward }) else {
      return serve(forward: registration, arguments, result, thread)
    }
    let record = Unmanaged<Record>.fromOpaque(registration.toOpaque())
    return request(registration, record, arguments, result, thread).resolve()
  }

  /// The same out of line, where the time does not matter.
  @inline(never)
  func serveOutOfLine(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    serve(lookup, arguments, result, thread)
  }

  @inline(__always)
  private func request(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ thread: ThreadState.Pointer
  ) -> Request {
    Request(
      registration: registration, record: record, mode: record._withUnsafeGuaranteedRef { $0.mode },
      builder: .passUnretained(self), arguments: arguments, result: result, thread: thread)
  }

  // MARK: - Forwards

  /// Resolves under a forwarded key: the target's instance as another type.
  @inline(never)
  private func serve(
    forward registration: Unmanaged<Registration>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ thread: ThreadState.Pointer
  ) -> Outcome {
    let forward = Unmanaged<Forward>.fromOpaque(registration.toOpaque())
    let record = forward._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.target) }
    if !record._withUnsafeGuaranteedRef({ $0.mode.endsWithCycle }),
      forward._withUnsafeGuaranteedRef({ $0.copyShared(of: record, to: result) })
    {
      return .reusedFromContainer
    }
    return withUnsafeTemporaryAllocation(
      byteCount: ReferenceWords.storageSize, alignment: Recipe.smallAlignment
    ) { words in
      // A target that does not fit in a few words goes to the heap.
      let isSmall = record._withUnsafeGuaranteedRef { $0.recipe.isSmall }
      let target =
        isSmall
        ? words.baseAddress.unsafelyUnwrapped
        : OpaqueValue.allocate(record.takeUnretainedValue().serviceType)
      defer { if !isSmall { target.deallocate() } }
      return convert(forward, request(registration, record, arguments, target, thread), to: result)
    }
  }

  /// Makes the instance where the request says, and moves it to `result` as the other type.
  ///
  /// A closure of the user's may resolve: it is a part of the cycle.
  @inline(__always)
  private func convert(
    _ forward: Unmanaged<Forward>, _ request: Request, to result: UnsafeMutableRawPointer
  ) -> Outcome {
    let isByClosure = forward._withUnsafeGuaranteedRef { $0.conversion != nil }
    if isByClosure {
      guard request.thread.pointee.stack.isKnownToHaveRoom(at: request.result) || request.thread.hasStackLeft
      else { return request.tooDeep() }
      request.thread.pointee.blockCount += 1
    }
    let outcome = request.resolve()
    if isByClosure { request.thread.pointee.blockCount -= 1 }
    guard outcome.isSuccess else { return outcome }
    if isByClosure {
      request.convert(forward, to: result)
    } else {
      let isReference = request.record._withUnsafeGuaranteedRef { $0.form(at: request.result) == .reference }
      forward._withUnsafeGuaranteedRef { $0.move(from: request.result, isReference: isReference, to: result) }
    }
    return outcome
  }

  /// Resolves a record itself, whatever key leads to it, in the running cycle or in one of its own.
  package func resolve(
    _ record: Record, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> Outcome {
    let thread = ThreadState.current(threads)
    return thread.inOneCycle(asking: self) {
      let record = Unmanaged.passUnretained(record)
      return request(.fromOpaque(record.toOpaque()), record, arguments, result, thread).resolve()
    }
  }

  /// The nearest registration for a key, here or up.
  func found(_ key: ServiceKey) -> Registration? {
    let lookup = Lookup(key)
    return ThreadState.current.inOneCycle(asking: self) { find(lookup)?.takeUnretainedValue() }
  }

  /// The registration of a key in this registry alone.
  package func registration(of key: ServiceKey) -> Registration? {
    let found = found(key)
    return found?.depth == depth ? found : nil
  }

  /// Inserts a registration; false if the container is gone.
  func add(_ registration: Registration) -> Bool {
    guard registration.option != nil else { return insert(registration) }
    return ThreadState.current.inOneCycle(asking: self) { insert(registration) }
  }
}

extension Request {
  /// Moves the service to `result` by the closure of a forward, which is a part of the path.
  fileprivate func convert(_ forward: Unmanaged<Forward>, to result: UnsafeMutableRawPointer) {
    begin(Frame.noEntry)
    forward._withUnsafeGuaranteedRef { $0.convert(from: self.result, to: result) }
    thread.pointee.pop()
  }
}
