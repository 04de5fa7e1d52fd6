/// Writes a service without a name, as most are, to `result`; gives the reason if there is no service.
///
/// The registry is the last argument, not `self`: so a container's own function jumps here. It is no static function, for the
/// compiler would drop the unused metatype in a copy, and optimize that for size.
@inline(never)
@_optimize(speed)
func writeService(
  _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
  _ result: UnsafeMutableRawPointer, in registry: Registry
) -> ResolutionError? {
  let thread = ThreadState.current(registry.threads)
  if registry.isObserved {
    return registry.resolveObserved(serviceType, signature, arguments, result, thread).failure()
  }
  let isOutermost = !thread.pointee.isInside
  if isOutermost { thread.enter(asking: registry) }
  let outcome = registry.serve(Lookup(serviceType, signature), arguments, result, thread)
  if isOutermost { thread.leave() }
  return outcome.failure()
}

/// The way of a resolve, from the types to the steps of `Request`.
extension Registry {
  /// Resolves a service by a key of any kind.
  ///
  /// Calls the observers, unless the caller has done that: `isReported`.
  @_optimize(speed)
  func resolve(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    isReported: Bool = false
  ) -> Outcome {
    let thread = ThreadState.current(threads)
    if isObserved, !isReported { return resolveObserved(lookup, arguments, result, thread) }
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
  @_optimize(speed)
  private func serve(
    forward registration: Unmanaged<Registration>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ thread: ThreadState.Pointer
  ) -> Outcome {
    let forward = Unmanaged<Forward>.fromOpaque(registration.toOpaque())
    let record = forward._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.target) }
    let request = request(registration, record, arguments, result, thread)
    if request.mode.endsWithCycle { return convert(forward, request, inCycle: true) }
    if forward._withUnsafeGuaranteedRef({ $0.copyShared(of: record, to: result) }) {
      return .reusedFromContainer
    }
    return serveKept(forward, record, arguments, result, thread)
  }

  /// The same for a target that outlives the cycle, if there is more to do than to copy it.
  @inline(never)
  private func serveKept(
    _ forward: Unmanaged<Forward>, _ record: Unmanaged<Record>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ thread: ThreadState.Pointer
  ) -> Outcome {
    let request = request(.fromOpaque(forward.toOpaque()), record, arguments, result, thread)
    return convert(forward, request, inCycle: false)
  }

  /// Makes the instance of the target, and moves it to the request's result as the other type.
  ///
  /// `inCycle` is known to the compiler, and leaves one way of the two.
  @inline(__always)
  private func convert(
    _ forward: Unmanaged<Forward>, _ request: Request, inCycle: Bool
  ) -> Outcome {
    withUnsafeTemporaryAllocation(byteCount: ReferenceWords.storageSize, alignment: Recipe.smallAlignment) {
      // A target that does not fit in a few words goes to the heap.
      let isSmall = request.record._withUnsafeGuaranteedRef { $0.recipe.isSmall }
      let target =
        isSmall
        ? $0.baseAddress.unsafelyUnwrapped
        : OpaqueValue.allocate(request.record.takeUnretainedValue().serviceType)
      defer { if !isSmall { target.deallocate() } }
      return convert(forward, request, by: target, inCycle: inCycle)
    }
  }

  /// The same by way of `target`, memory for the target's type.
  ///
  /// A closure of the user's may resolve: it is a part of the cycle, and of the path.
  @inline(__always)
  private func convert(
    _ forward: Unmanaged<Forward>, _ request: Request, by target: UnsafeMutableRawPointer, inCycle: Bool
  ) -> Outcome {
    let thread = request.thread
    let isByClosure = forward._withUnsafeGuaranteedRef { $0.conversion != nil }
    if isByClosure {
      guard thread.pointee.stack.isKnownToHaveRoom(at: target) || thread.hasStackLeft else {
        return Request.tooDeep(request.registration, request.record, thread)
      }
      thread.pointee.blockCount &+= 1
    }
    let ofTarget = request.with(result: target)
    let outcome = inCycle ? ofTarget.resolveInCycle() : ofTarget.resolveOutOfLine()
    if isByClosure { thread.pointee.blockCount &-= 1 }
    guard outcome.isSuccess else { return outcome }
    if isByClosure {
      request.begin(Frame.noEntry)
      forward._withUnsafeGuaranteedRef { $0.convert(from: target, to: request.result) }
      thread.pointee.pop()
    } else {
      let isReference = request.record._withUnsafeGuaranteedRef { $0.form(at: target) == .reference }
      forward._withUnsafeGuaranteedRef { $0.move(from: target, isReference: isReference, to: request.result) }
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
      return request(.fromOpaque(record.toOpaque()), record, arguments, result, thread).resolveOutOfLine()
    }
  }

  /// The nearest registration for a key, here or up.
  func found(_ key: ServiceKey) -> Registration? {
    let lookup = Lookup(key)
    return ThreadState.current.inOneCycle(asking: self) { find(lookup)?.takeUnretainedValue() }
  }

  /// The registration of a key in this registry, not in its parents.
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
