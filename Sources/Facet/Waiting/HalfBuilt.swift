/// What a thread built on half-built instances: those whose factory has returned, and whose `initCompleted` is not through.
///
/// On one thread, services that complete one another see each other half-built. If B was given a half-built A, B must
/// not be published before A is: what finishes above the frame of A is deferred, and published together with it.
///
/// Two threads that would wait for each other share a half-built instance. Whatever is built on it is published only when both threads have
/// finished their completions.
struct HalfBuilt {
  /// The lowest frame of which a half-built instance was handed out.
  var lowestFrame = Int.max
  /// Finished builds whose instances refer to a half-built one.
  var deferred: [Build] = []
  /// Half-built instances that were taken from other threads.
  var borrowed: [BorrowedInstance] = []

  var isEmpty: Bool { lowestFrame == .max && borrowed.isEmpty }
}

/// A half-built instance of another thread.
struct BorrowedInstance {
  let build: Build
  let number: Int
}

extension Thread {
  /// Makes the instance of a build visible, now or together with the half-built ones that it refers to.
  ///
  /// False if one of those was another thread's, and failed: then it is dropped, and what is built with it.
  func finish(_ build: Build, _ publication: Build.Publication?, withdrawal: (() -> Void)? = nil) -> Bool {
    build.publication = publication
    build.withdrawal = withdrawal
    state.halfBuilt.deferred.append(build)
    // The frame of this service is gone, so its number is the count.
    return state.halfBuilt.lowestFrame < state.frames.count || endDeferred()
  }

  /// The same for what is deferred to a service of graph scope, whose frame has just ended.
  func endDeferredToFrame() {
    if state.halfBuilt.lowestFrame != .max, state.halfBuilt.lowestFrame >= state.frames.count {
      endDeferred()
    }
  }

  /// Notes that a half-built instance was taken from a thread that waits for `dependent`, which this one builds.
  func noteBorrowed(_ instance: Instance, of build: Build, _ dependent: Record?) {
    state.halfBuilt.borrowed.append(BorrowedInstance(build: build, number: instance.number))
    if let dependent { noteHalfBuilt(Borrowed(dependent)) }
  }

  /// Notes that an instance of a record was handed out, if its build is not through.
  func noteHalfBuilt(_ record: Borrowed<Record>) {
    for number in 0..<min(state.frames.count, state.halfBuilt.lowestFrame) {
      let frame = state.frames[number]
      guard frame.isShared, frame.record == record else { continue }
      return state.halfBuilt.lowestFrame = number
    }
  }

  /// The same for an instance of graph scope that the cycle has.
  @inline(never)
  func noteHalfBuilt(entry: Int) {
    for number in 0..<min(state.frames.count, state.halfBuilt.lowestFrame) {
      let frame = state.frames[number]
      guard frame.entry == entry, frame.cycleNumber == state.cycleNumber, frame.phase == .completing else {
        continue
      }
      return state.halfBuilt.lowestFrame = number
    }
  }

  /// Makes the deferred instances visible when all that they refer to is through, or defers them to a lower frame.
  ///
  /// False if they refer to one of another thread that failed: then they are dropped.
  @discardableResult
  func endDeferred() -> Bool {
    if !state.halfBuilt.borrowed.isEmpty {
      let (frame, isBroken) = settle()
      if isBroken {
        abandonDeferred()
        return false
      }
      if let frame {
        assert(frame < state.frames.count)
        state.halfBuilt.lowestFrame = frame
        return true
      }
    }
    WaitGraph.end(takeDeferred(), isPublished: true)
    return true
  }

  func takeDeferred() -> [Build] { exchange(&state.halfBuilt, with: HalfBuilt()).deferred }

  // MARK: - Settling

  /// Waits until all is through that the deferred builds refer to.
  ///
  /// If that is a build of the thread itself, it gives the frame of that: they stay deferred until then. Says also whether one of them failed.
  @inline(never)
  private func settle() -> (frame: Int?, isBroken: Bool) {
    while true {
      let (settled, _) = WaitGraph.change { state, woken in state.settle(self, &woken) }
      guard case .wait(let wait) = settled else {
        if case .frame(let frame) = settled { return (frame, false) }
        return (nil, true)
      }
      let answer = wait.block()
      switch answer {
      case .putOff(let frame): return (frame, false)
      case .goOn:
        WaitGraph.state.withLock { _ in markDeferred(isThrough: false, isSettled: true) }
        return (nil, false)
      default: continue
      }
    }
  }

  /// Marks the deferred builds; under the lock of `WaitGraph`, for a thread that waits or for the calling one.
  func markDeferred(isThrough: Bool, isSettled: Bool) {
    for build in state.halfBuilt.deferred {
      build.isThrough = isThrough
      build.isSettled = isSettled
    }
  }
}

/// What a thread has to do before it ends its deferred builds.
private enum Settled {
  case wait(Wait)
  /// To wait for a frame of its own; for nothing, if there is none.
  case frame(Int?)
  /// To drop them: one that they refer to was taken back.
  case broken
}

extension WaitGraph.State {
  /// Finds out what a thread has to wait for before it ends its deferred builds: nothing, a frame of its own, or another thread.
  ///
  /// A half-built instance that it borrowed may itself refer to others that its own thread borrowed: all of them count. The last part of the
  /// result is to be released outside the lock.
  fileprivate func settle(_ thread: Thread, _ woken: inout [Wait]) -> (Settled, [BorrowedInstance]) {
    thread.markDeferred(isThrough: true, isSettled: false)
    var (threads, open, own, other) = ([thread], thread.state.halfBuilt.borrowed, Int?.none, Build?.none)
    var next = 0
    while next < open.count {
      let build = open[next].build
      let isTakenBack = build.hasTakenBack(open[next].number)
      next += 1
      if isTakenBack {
        thread.markDeferred(isThrough: false, isSettled: false)
        return (.broken, open)
      }
      guard !build.isOver, !build.isSettled, let builder = build.thread else { continue }
      if build.isThrough {
        guard !threads.contains(builder) else { continue }
        threads.append(builder)
        open += builder.state.halfBuilt.borrowed
      } else if builder == thread {
        own = min(own ?? .max, build.frame)
      } else if other == nil {
        other = build
      }
    }
    if own == nil, let other {
      let circle = circle(from: other.party, to: thread.party)
      if circle == nil || circle.map({ releaseOne(of: $0, awaiting: other, &woken) }) == true {
        return (.wait(rest(for: other, by: thread.party, .completion)), open)
      }
      // Factories of other threads wait for what this one builds in a lower frame.
      own = (circle?.last?.work as? Build)?.frame
    }
    thread.markDeferred(isThrough: false, isSettled: own == nil)
    return (.frame(own), open)
  }
}
