/// How a thread ends what it has deferred: not before all is through that this refers to, on whichever thread.
extension Flights {
  /// Waits until all is through that the deferred flights of a thread refer to.
  ///
  /// If that is a build of the thread itself, it gives the frame of that: they stay deferred until then.
  @inline(never)
  static func settle(_ thread: ThreadState.Pointer) -> Int? {
    while true {
      let (frame, wait, _) = state.withLock { $0.settle(thread) }
      guard let wait else { return frame }
      wait.signal.wait()
      let answer = state.withLock { _ in
        thread.pointee.wait = nil
        // From here on the thread changes what others look at where a flight is through.
        if case .goOn = wait.answer { thread.markDeferred(isThrough: false, isSettled: true) }
        return wait.answer
      }
      switch answer {
      case .putOff(let frame): return frame
      case .goOn: return nil
      default: continue
      }
    }
  }
}

extension Flights.State {
  /// Finds out what a thread has to wait for before it ends its deferred flights: nothing, a frame of its own, or another thread.
  ///
  /// A half-built instance that it borrowed may itself refer to others that its own thread borrowed: all of them count. The last part of the
  /// result is to be released outside the lock.
  func settle(_ thread: ThreadState.Pointer) -> (frame: Int?, Flights.Wait?, [Flight]) {
    thread.markDeferred(isThrough: true, isSettled: false)
    var (threads, open, own, other) = ([thread], thread.pointee.borrowed, Int?.none, Flight?.none)
    var next = 0
    while next < open.count {
      let flight = open[next]
      next += 1
      if flight.isOver || flight.isSettled { continue }
      if flight.isThrough {
        guard !threads.contains(flight.thread) else { continue }
        threads.append(flight.thread)
        open += flight.thread.pointee.borrowed
      } else if flight.thread == thread {
        own = min(own ?? .max, flight.frame)
      } else if other == nil {
        other = flight
      }
    }
    if own == nil, let other {
      let circle = circle(from: other.thread, to: thread)
      if circle == nil || circle.map({ releaseOne(of: $0, awaiting: other) }) == true {
        let wait = Flights.Wait(for: .completion(other))
        other.waits.append(wait)
        thread.pointee.wait = wait
        return (nil, wait, open)
      }
      // Factories of other threads wait for what this one builds in a lower frame.
      own = circle?.last?.flight?.frame
    }
    thread.markDeferred(isThrough: false, isSettled: own == nil)
    return (own, nil, open)
  }
}

extension ThreadState.Pointer {
  /// Marks the deferred flights; under the lock of `Flights`, for a thread that waits or for the calling one.
  func markDeferred(isThrough: Bool, isSettled: Bool) {
    for flight in pointee.deferred {
      flight.isThrough = isThrough
      flight.isSettled = isSettled
    }
  }
}
