/// The results that a thread built on half-built instances: those whose factory has returned, and whose `initCompleted` has not ended.
///
/// On one thread, services that complete one another see each other half-built. If B received a half-built A, B must not be published before
/// A. So results that finish above the frame of A are deferred, and published together with A.
///
/// Two threads that would wait for each other share a half-built instance. Results that are built on it are published only when both threads
/// have finished their completions.
struct HalfBuilt {
  /// The lowest frame whose half-built instance was given out.
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
  /// False if one of those belonged to another thread and failed: then the instance is dropped, with everything built on it.
  func finish(_ build: Build, _ publication: Build.Publication?, withdrawal: (() -> Void)? = nil) -> Bool {
    build.publication = publication
    build.withdrawal = withdrawal
    state.halfBuilt.deferred.append(build)
    // The frame of this service is gone, so its number is the count.
    return state.halfBuilt.lowestFrame < state.frames.count || endDeferred()
  }

  /// The same for builds deferred to a service of graph scope, whose frame has just ended.
  @discardableResult
  func endDeferredToFrame() -> Bool {
    if state.halfBuilt.lowestFrame != .max, state.halfBuilt.lowestFrame >= state.frames.count {
      return endDeferred()
    }
    return true
  }

  /// Notes that a half-built instance was taken from a thread that waits for `dependent`, which this one builds.
  func noteBorrowed(_ instance: Instance, of build: Build, _ dependent: Record?) {
    state.halfBuilt.borrowed.append(BorrowedInstance(build: build, number: instance.number))
    if let dependent { noteHalfBuilt(Borrowed(dependent)) }
  }

  /// Notes that an instance of a record was given out, if its build has not ended.
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

  /// Makes the deferred instances visible when everything that they refer to is complete, or defers them to a lower frame.
  ///
  /// False if they refer to a failed instance of another thread: then they are dropped.
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

  /// Waits until everything that the deferred builds refer to is complete.
  ///
  /// If that includes a build of the thread itself, it returns its frame, and the builds stay deferred until then. It also returns whether one
  /// of them failed.
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

/// The next step of a thread before it ends its deferred builds.
private enum Settled {
  case wait(Wait)
  /// To wait for one of its own frames; for nothing, if there is none.
  case frame(Int?)
  /// To drop them, because an instance that they refer to was taken back.
  case broken
}

extension WaitGraph.State {
  /// Finds out what a thread must wait for before it ends its deferred builds: nothing, one of its own frames, or another thread.
  ///
  /// A borrowed half-built instance may itself refer to others that its own thread borrowed: all of them count. The last part of the result
  /// must be released outside the lock.
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
      // Factories of other threads wait for a build of this one in a lower frame.
      own = (circle?.last?.work as? Build)?.frame
    }
    thread.markDeferred(isThrough: false, isSettled: own == nil)
    return (.frame(own), open)
  }
}
