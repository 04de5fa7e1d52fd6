extension Container {
  /// The container that an injected property asks: the given one, that whose factory runs on this thread, or the main one.
  @usableFromInline
  @inline(never)
  static func injecting(_ container: Container?) -> Container {
    container ?? ThreadState.current.builder?.container ?? main
  }
}

extension ThreadState.Pointer {
  /// The registry of the container that builds the innermost service; `nil` if none is being built.
  fileprivate var builder: Registry? {
    guard pointee.frameCount > 0 else { return nil }
    let frame = pointee.frame(pointee.frameCount - 1).pointee
    // A closure of a forward, or a storage: what it makes belongs to the container of the registration.
    guard frame.entry != Frame.noEntry else { return frame.registration.takeUnretainedValue().record.owner }
    if frame.cycleNumber == pointee.cycleNumber {
      return pointee.cycle.entry(frame.entry).pointee.builder.takeUnretainedValue()
    }
    return pointee.resting[frame.cycleNumber]?.cycle.entry(frame.entry).pointee.builder.takeUnretainedValue()
  }
}
