/// The ways of a resolve besides the usual one, which is to build a service with nothing else to do.
///
/// They take the parts of the request one by one, in registers. As a structure of so many words it would be handed over in memory, and be
/// written there for those, too, that take no such way.
extension Request {
  typealias Parts = (
    Unmanaged<Registration>, Unmanaged<Record>, Mode, Unmanaged<Registry>, UnsafeRawPointer?,
    UnsafeMutableRawPointer, ThreadState.Pointer
  )

  private init(_ parts: Parts) {
    self.init(
      registration: parts.0, record: parts.1, mode: parts.2, builder: parts.3, arguments: parts.4,
      result: parts.5, thread: parts.6)
  }

  @inline(never)
  static func resolveBeyondCycle(_ parts: Parts) -> Outcome { Request(parts).resolveBeyondCycle() }

  @inline(never)
  static func resolveInLargerCycle(_ parts: Parts) -> Outcome { Request(parts).resolveInLargerCycle() }

  @inline(never)
  @_optimize(speed)
  static func reuse(_ index: Int, _ parts: Parts) -> Outcome { Request(parts).reuse(index) }

  @inline(never)
  static func giveUp(_ index: Int, throwing error: any Error, _ parts: Parts) -> Outcome {
    Request(parts).giveUp(index, throwing: error)
  }

  @inline(never)
  static func giveUpTooDeep(_ index: Int, _ parts: Parts) -> Outcome { Request(parts).giveUpTooDeep(index) }

  /// Completes and keeps what the factory has made, where there is more to do than to note a reference.
  @inline(never)
  static func complete(_ index: Int, isAgain: Bool, _ parts: Parts) -> Outcome {
    let request = Request(parts)
    let (record, thread) = (request.record, request.thread)
    guard thread.pointee.cycle.entry(index).pointee.content == .building else {
      return request.takeOther(index)
    }
    let hasCompletions = record._withUnsafeGuaranteedRef { $0.mode.hasCompletions }
    if request.mode.isScope(.graph) { request.share(index, hasCompletions: hasCompletions) }
    if hasCompletions { request.runCompletions(index) }
    thread.leaveFrame()
    if !isAgain, thread.pointee.cycle.entry(index).pointee.content == .building {
      thread.pointee.cycle.discard(index)
    }
    return .built
  }
}
