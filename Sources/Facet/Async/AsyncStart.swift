/// A build to await, for the task that asked for it; it owns one reference to the build.
@usableFromInline
struct StartedBuild {
  @usableFromInline
  let build: Unmanaged<AsyncBuild>
  /// What the caller runs itself, if nothing else is to do.
  @usableFromInline
  let direct: DirectAsyncFactory.Address?
}

/// What an awaited resolve is a part of.
///
/// Most are a part of nothing, and for those no reference is released.
private struct Surroundings {
  /// The build around it, alive until the end of the resolve.
  let build: Unmanaged<AsyncBuild>?
  /// What the task runs, if `build` was found by it: then there is a reference to each until `release()`.
  let current: Unmanaged<CurrentBuild>?

  @inline(__always)
  init(_ enclosing: Unmanaged<AsyncBuild>?) {
    if let enclosing, !enclosing._withUnsafeGuaranteedRef(\.isOver) {
      build = enclosing
      current = nil
    } else {
      // The resolver of a build that is over behaves as the container does.
      current = CurrentBuild.current.map(Unmanaged.passRetained)
      build = current?._withUnsafeGuaranteedRef { $0.build.map(Unmanaged.passRetained) }
    }
  }

  @inline(__always)
  func release() {
    guard let current else { return }
    build?.release()
    current.release()
  }
}

/// What becomes of an awaited resolve at once: most find their instance, or have a synchronous factory.
extension Registry {
  /// Begins an awaited resolve within a build, if there is one.
  ///
  /// Writes the service to `result` if it is there, and says in `outcome` how that went; or gives what has to be awaited.
  @usableFromInline
  func start(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, within enclosing: Unmanaged<AsyncBuild>?, _ outcome: inout Outcome
  ) -> StartedBuild? {
    let around = Surroundings(enclosing)
    defer { around.release() }
    let parent = around.build
    let lookup = Lookup(serviceType, signature, name)
    let thread = ThreadState.current(threads)
    if isObserved, let started = startElsewhere(lookup, arguments, result, within: enclosing, &outcome) {
      return started
    }
    let isOutermost = !thread.pointee.isInside
    if isOutermost { thread.enter(asking: self) }
    let build = build(for: lookup, arguments, result, within: parent, thread, &outcome)
    let isServedHere = build == nil && parent == nil && !outcome.isSuccess && !isObserved
    if isServedHere { outcome = resolve(lookup, arguments, result) }
    if isOutermost { thread.leave() }
    if isServedHere { return startOptional(lookup, arguments, around, &outcome) }
    if let build {
      around.current?._withUnsafeGuaranteedRef { build.build.takeUnretainedValue().join($0) }
      return build
    }
    if outcome.isSuccess {
      if isObserved { tellOfHit(lookup, within: parent?.takeUnretainedValue(), outcome) }
      return nil
    }
    return startSynchronously(lookup, arguments, result, around, &outcome)
  }

  /// Resolves what has a synchronous factory, as a part of the build around it; or begins what has to be awaited after all.
  @inline(never)
  private func startSynchronously(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ around: Surroundings, _ outcome: inout Outcome
  ) -> StartedBuild? {
    outcome =
      around.build?.takeUnretainedValue().joined { _ in resolve(lookup, arguments, result) }
      ?? resolve(lookup, arguments, result)
    return startOptional(lookup, arguments, around, &outcome)
  }

  /// Begins the resolve of the service in an optional, if that is what has to be awaited.
  @inline(never)
  private func startOptional(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ around: Surroundings,
    _ outcome: inout Outcome
  ) -> StartedBuild? {
    guard case .failed(let error) = outcome, error.code == .needsAwait || error.code == .wrongActor,
      let optional = lookup.serviceType as? any OptionalService.Type,
      error.key.serviceType == optional.wrappedType
    else { return nil }
    let inner = Lookup(optional.wrappedType, lookup.signature, lookup.name)
    let build = ThreadState.current.inOneCycle(asking: self) {
      find(inner).map { found in
        let record = found._withUnsafeGuaranteedRef { $0.record }
        return AsyncBuild(
          found.takeUnretainedValue(), in: container, parent: around.build?.takeUnretainedValue(),
          isAwaited: record.isSpecialNow && record.isAwaited, arguments: arguments)
      }
    }
    guard let build else { return nil }
    build.optional = optional
    around.current?._withUnsafeGuaranteedRef { build.join($0) }
    outcome = .missing
    return StartedBuild(build: .passRetained(build), direct: nil)
  }

  /// Begins the resolve in the registry that stands in for this one, or refuses it at the end of the container; `nil` if there is neither.
  @inline(never)
  private func startElsewhere(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    within enclosing: Unmanaged<AsyncBuild>?, _ outcome: inout Outcome
  ) -> StartedBuild?? {
    if let other = standIn {
      return .some(
        other.start(
          lookup.serviceType, lookup.signature, lookup.name, arguments, result, within: enclosing, &outcome))
    }
    guard isClosed else { return nil }
    outcome = resolve(lookup, arguments, result)
    return .some(nil)
  }

  /// Tells observers of an instance that was there.
  @inline(never)
  private func tellOfHit(_ lookup: Lookup, within parent: AsyncBuild?, _ outcome: Outcome) {
    let (observers, thread) = (observers, ThreadState.current)
    guard !observers.isEmpty, !thread.pointee.observation.isReporting else { return }
    let order = thread.inOneCycle(asking: self) { find(lookup)?._withUnsafeGuaranteedRef { $0.order } }
    let resolve = ObservedResolve(
      key: lookup.key, registration: order,
      enclosing: parent?.registration.order, isInCompletion: parent?.halfBuilt != nil,
      registryDepth: Int(depth), depth: parent.map { $0.depth + 1 } ?? 0, thread: AsyncBuild.taskNumber())
    thread.report {
      for observer in observers { observer.willResolve(resolve) }
      for observer in observers { observer.didResolve(resolve, outcome: outcome, duration: .zero) }
    }
  }

  /// The build of what has to be awaited; `nil` for what is there, or can be resolved right now.
  #if compiler(>=6.3)
    @inline(always)
  #else
    @inline(__always)
  #endif
  private func build(
    for lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    within parent: Unmanaged<AsyncBuild>?, _ thread: ThreadState.Pointer, _ outcome: inout Outcome
  ) -> StartedBuild? {
    guard let found = find(lookup) else { return nil }
    // The table holds the registration, and that its record: no reference is counted.
    let isForward = found._withUnsafeGuaranteedRef { $0.isForward }
    let record = found._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.record) }
    if !isForward, let shared = record._withUnsafeGuaranteedRef({ $0.shared }) {
      outcome = shared._withUnsafeGuaranteedRef { $0.copy(to: result) }
      if outcome.isSuccess {
        if let parent, shared._withUnsafeGuaranteedRef({ $0.isWeak }) {
          parent.takeUnretainedValue().noteCapture(of: shared.takeUnretainedValue())
        }
        return nil
      }
    }
    let isAwaited = record._withUnsafeGuaranteedRef { $0.isSpecialNow && $0.isAwaited }
    let isBuiltElsewhere = {
      record._withUnsafeGuaranteedRef { $0.isToBeBuiltElsewhere(thread, arguments) }
        || self.isBuiltInCycle(record, arguments, within: parent, thread)
    }
    guard isAwaited || isBuiltElsewhere() else { return nil }
    let build = AsyncBuild(
      found, in: .passUnretained(self), parent: parent, isAwaited: isAwaited, arguments: arguments)
    let direct = isForward || isObserved ? nil : build.directFactory
    if direct == nil { build.keepContainer() }
    return StartedBuild(build: .passRetained(build), direct: direct)
  }
}

extension Registry {
  /// Whether another thread is building a service of graph scope for the same cycle.
  fileprivate func isBuiltInCycle(
    _ record: Unmanaged<Record>, _ arguments: UnsafeRawPointer?, within build: Unmanaged<AsyncBuild>?,
    _ thread: ThreadState.Pointer
  ) -> Bool {
    guard record._withUnsafeGuaranteedRef({ $0.mode.isScope(.graph) }),
      let cycle = build?.takeUnretainedValue().startedCycle
    else { return false }
    return cycle.flights.flightElsewhere(of: record.takeUnretainedValue(), self, arguments, thread) != nil
  }
}

extension Record {
  /// Whether a synchronous build needs an actor that the running code is not on, or another thread is building right now.
  fileprivate func isToBeBuiltElsewhere(_ thread: ThreadState.Pointer, _ arguments: UnsafeRawPointer?) -> Bool
  {
    if let shared, shared._withUnsafeGuaranteedRef({ $0.owner != nil }) { return false }
    if isSpecialNow, let isolation = actorToVisit, !isolation.isCurrent(thread) { return true }
    return !mode.endsWithCycle && flightElsewhere(thread, arguments) != nil
  }

  /// The build of the instance on another thread; as a participant of `Reclamation`.
  func flightElsewhere(_ thread: ThreadState.Pointer, _ arguments: UnsafeRawPointer?) -> Flight? {
    var record: Record? = self
    if mode.isScope(.perArgument) {
      guard let members = configuration._withUnsafeGuaranteedRef({ $0.settings.members }), let arguments,
        let operations = recipe.arguments
      else { return nil }
      let place = members.find(operations.hash(arguments)) {
        operations.areEqual($0.arguments.pointer, arguments)
      }
      record = place.member?.record
    }
    guard let flight = record.flatMap(Flights.running), flight.thread != thread else { return nil }
    return flight
  }
}
