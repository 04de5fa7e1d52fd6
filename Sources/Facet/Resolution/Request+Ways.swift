/// The ways of a resolve besides the usual one, which is to build a service with nothing else to do.
///
/// They take the parts of the request one by one, in registers. As a structure of so many words it would be handed over in memory, and be
/// written there for those, too, that take no such way.
extension Request {
  @inline(never)
  static func resolveBeyondCycle(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>, _ mode: Mode,
    _ builder: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      result: result, thread: thread
    ).resolveBeyondCycle()
  }

  @inline(never)
  static func resolveInLargerCycle(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>, _ mode: Mode,
    _ builder: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      result: result, thread: thread
    ).resolveInLargerCycle()
  }

  @inline(never)
  static func reuse(
    _ index: Int,
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>, _ mode: Mode,
    _ builder: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      result: result, thread: thread
    ).reuse(index)
  }

  /// Completes and keeps what the factory has made, where there is more to do than to note a reference.
  @inline(never)
  static func complete(
    _ index: Int, isAgain: Bool, _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>,
    _ mode: Mode, _ builder: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ thread: ThreadState.Pointer
  ) -> Outcome {
    let request = Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      result: result, thread: thread)
    guard thread.pointee.cycle.entry(index).pointee.content == .building else {
      return request.takeOther(index)
    }
    let hasCompletions = record._withUnsafeGuaranteedRef { $0.mode.hasCompletions }
    if mode.isScope(.graph) { request.share(index, hasCompletions: hasCompletions) }
    if hasCompletions { request.runCompletions(index) }
    thread.pointee.pop()
    if !isAgain, thread.pointee.cycle.entry(index).pointee.content == .building {
      thread.pointee.cycle.discard(index)
    }
    return .built
  }

  @inline(never)
  static func giveUp(
    _ index: Int, throwing error: any Error,
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>, _ mode: Mode,
    _ builder: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      result: result, thread: thread
    ).giveUp(index, throwing: error)
  }

  @inline(never)
  static func giveUpTooDeep(
    _ index: Int,
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>, _ mode: Mode,
    _ builder: Unmanaged<Registry>, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ thread: ThreadState.Pointer
  ) -> Outcome {
    Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      result: result, thread: thread
    ).giveUpTooDeep(index)
  }
}
