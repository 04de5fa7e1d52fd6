/// One resolve on its way through the steps: what is asked for, by whom, and where the result goes.
///
/// Passed by value; holds nothing. The steps of every scope are the same, in this order:
///
/// 1. **find** the registration: `Registry.serve`.
/// 2. **reuse** an instance that is there: in the cycle, in the record, in a storage.
/// 3. **claim** the right to build, where other threads see the instance: `Flights`.
/// 4. **build**: run the factory, in a frame.
/// 5. **complete**: run `initCompleted`.
/// 6. **keep** the instance where its scope says.
/// 7. **tell** how it ended: `Outcome`.
struct Request {
  let registration: Unmanaged<Registration>
  let record: Unmanaged<Record>
  let mode: Mode
  /// Whose container builds, and hands itself to the factory.
  let builder: Unmanaged<Registry>
  let arguments: UnsafeRawPointer?
  /// Memory for a value of the record's service type.
  let result: UnsafeMutableRawPointer
  let thread: ThreadState.Pointer

  /// Takes the way of the scope.
  #if compiler(>=6.3)
    @inline(always)
  #else
    @inline(__always)
  #endif
  func resolve() -> Outcome {
    if mode.endsWithCycle { return resolveInCycle() }
    if let shared = record._withUnsafeGuaranteedRef({ $0.shared }) {
      let outcome = shared._withUnsafeGuaranteedRef { $0.copy(to: result) }
      if case .reusedWeakly = outcome, thread.pointee.frameCount > 0 { thread.noteKeepers(of: shared) }
      if outcome.isSuccess { return outcome }
    }
    return Request.resolveBeyondCycle((registration, record, mode, builder, arguments, result, thread))
  }

  /// The same out of line: the ways that are seldom taken share one copy of it.
  @inline(never)
  func resolveOutOfLine() -> Outcome { resolve() }

  /// Builds what other cycles see, too, with the services of the container that owns the record: a long-lived object must not
  /// capture a service of a child.
  @inline(never)
  func resolveBeyondCycle() -> Outcome {
    let owner = record._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.owner) }
    let request = with(mode, builder: owner)
    if mode.isScope(.custom) { return request.resolveStored() }
    return mode.isScope(.perArgument) ? request.resolvePerArgument() : request.resolveShared()
  }

  /// The same request in another mode, or of another container.
  func with(_ mode: Mode, builder: Unmanaged<Registry>? = nil) -> Request {
    Request(
      registration: registration, record: record, mode: mode, builder: builder ?? self.builder,
      arguments: arguments, result: result, thread: thread)
  }

  /// The same request for another place.
  @inline(__always)
  func with(result: UnsafeMutableRawPointer) -> Request {
    Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      result: result, thread: thread)
  }

  /// The storage of a custom scope.
  var slot: StorageSlot? { record._withUnsafeGuaranteedRef { $0.storageSlot } }
}
