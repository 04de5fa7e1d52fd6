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
  /// Builds of other threads whose half-built instances were taken.
  var borrowed: [Build] = []

  var isEmpty: Bool { lowestFrame == .max && borrowed.isEmpty }
}

extension Thread {
  /// Makes the instance of a build visible, now or together with the half-built ones that it refers to.
  func finish(_ build: Build, _ publication: Build.Publication?, withdrawal: (() -> Void)? = nil) {
    build.publication = publication
    build.withdrawal = withdrawal
    state.halfBuilt.deferred.append(build)
    // The frame of this service is gone, so its number is the count.
    if state.halfBuilt.lowestFrame >= state.frames.count { endDeferred() }
  }

  /// Ends a build whose factory failed, and with it what may refer to its half-built instance: nothing is published, and the cycle
  /// forgets it.
  ///
  /// Where one further down was handed out, what was made before the factory ran stays put off.
  func abandon(_ build: Build) {
    var abandoned: [Build] = []
    if state.halfBuilt.lowestFrame >= state.frames.count {
      abandoned = takeDeferred()
    } else {
      let isNew = { (other: Build) in other.instance.map { $0.number > build.beginning } ?? false }
      abandoned = state.halfBuilt.deferred.filter(isNew)
      state.halfBuilt.deferred.removeAll(where: isNew)
      forgetSecondBuilds(since: build.beginning)
    }
    WaitGraph.end(abandoned + [build])
    for build in abandoned {
      forget(build.record)
      build.withdrawal?()
    }
  }

  /// Notes that a half-built instance was taken from a thread that waits for `dependent`, which this one builds.
  func noteBorrowed(_ build: Build, _ dependent: Record?) {
    state.halfBuilt.borrowed.append(build)
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

  /// Makes the deferred instances visible when all that they refer to is through, or defers them to a lower frame.
  func endDeferred() {
    if !state.halfBuilt.borrowed.isEmpty, let frame = settle() {
      assert(frame < state.frames.count)
      return state.halfBuilt.lowestFrame = frame
    }
    WaitGraph.end(takeDeferred(), isPublished: true)
  }

  private func takeDeferred() -> [Build] { exchange(&state.halfBuilt, with: HalfBuilt()).deferred }

  /// Takes the shared instances of a record out of the cycle, but for one whose build goes on.
  private func forget(_ record: Record) {
    // What is released may resolve: the number of entries is looked at each time.
    var index = state.cycle.count - 1
    while index >= 0 {
      if index < state.cycle.count, state.cycle[index].record == Borrowed(record),
        state.cycle[index].content == .instance || state.cycle[index].content == .service,
        !hasFrame(of: index, in: state.cycleNumber)
      {
        drop(index)
      }
      index -= 1
    }
  }

  /// Drops the instances of second builds that were made since a number and so may refer to what failed; the first builds go on.
  private func forgetSecondBuilds(since number: Int) {
    for frame in 0..<state.frames.count {
      let frame = state.frames[frame]
      guard frame.phase == .building, frame.cycleNumber == state.cycleNumber, frame.entry >= 0,
        let instance = state.cycle.instance(frame.entry), instance.read({ $0.number }) > number
      else { continue }
      let retained = exchange(&state.cycle[frame.entry].instance, with: nil)
      state.cycle[frame.entry].content = .building
      WaitGraph.setInstance(nil, of: frame.record.object, by: self)
      retained?.release()
    }
  }

  // MARK: - Settling

  /// Waits until all is through that the deferred builds refer to.
  ///
  /// If that is a build of the thread itself, it gives the frame of that: they stay deferred until then.
  @inline(never)
  private func settle() -> Int? {
    while true {
      let (frame, wait, _) = WaitGraph.change { state, woken in state.settle(self, &woken) }
      guard let wait else { return frame }
      let answer = wait.block()
      switch answer {
      case .putOff(let frame): return frame
      case .goOn:
        WaitGraph.state.withLock { _ in markDeferred(isThrough: false, isSettled: true) }
        return nil
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

extension WaitGraph.State {
  /// Finds out what a thread has to wait for before it ends its deferred builds: nothing, a frame of its own, or another thread.
  ///
  /// A half-built instance that it borrowed may itself refer to others that its own thread borrowed: all of them count. The last part of the
  /// result is to be released outside the lock.
  fileprivate func settle(_ thread: Thread, _ woken: inout [Wait]) -> (frame: Int?, Wait?, [Build]) {
    thread.markDeferred(isThrough: true, isSettled: false)
    var (threads, open, own, other) = ([thread], thread.state.halfBuilt.borrowed, Int?.none, Build?.none)
    var next = 0
    while next < open.count {
      let build = open[next]
      next += 1
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
        return (nil, rest(for: other, by: thread.party, .completion), open)
      }
      // Factories of other threads wait for what this one builds in a lower frame.
      own = (circle?.last?.work as? Build)?.frame
    }
    thread.markDeferred(isThrough: false, isSettled: own == nil)
    return (own, nil, open)
  }
}
