/// How parties wait for one another, but never endlessly.
///
/// Every party searches for a circle before it waits, so the party that would close a circle always finds it. Between tasks a circle is a
/// loop, and the error has the path. In a circle of threads one thread goes on, in this order:
///
/// 1. A thread that waits for an instance whose factory has returned gets it half-built, as a single thread does in a circle of
///    `initCompleted`.
/// 2. A thread that has its instance and only waits for its completion: its own results are published later, with the build that the circle
///    waits for.
/// 3. A thread that waits for the registrations of the main container, because the holder is waiting.
/// 4. A thread that needs another service to complete its own builds the other one itself, because what one thread can
///    build, several can. The thread that had begun it drops its own.
///
/// If there is no such thread, all factories of the circle need one another. That is a real loop.
extension WaitGraph.State {
  /// Lets a party wait for a build, unless the wait would be endless.
  mutating func wait(
    for build: Build, by party: Party?, keys: [PathStep] = [], _ woken: inout [Wait]
  ) -> WaitGraph.Claim {
    guard let party, let circle = circle(from: build.party, to: party) else {
      return .wait(rest(for: build, by: party, keys: keys, resets: build.record.resetCount))
    }
    guard let thread = party.thread, build.thread != nil else {
      return .loop(otherPath: circle.flatMap(\.keys))
    }
    if let instance = build.instance {
      return .halfBuilt(build, instance, dependent: circle.last?.work.record)
    }
    if !releaseOne(of: circle, awaiting: build, &woken) {
      if thread.completesSomething(above: circle.last?.build) {
        return .granted(takeOver(build, by: party, &woken))
      }
      guard releaseByTakingOver(circle, awaiting: build, &woken) else {
        return .loop(otherPath: build.thread?.path ?? [])
      }
      // The build may be the one that was taken over.
      if build.isOver { return .ended }
    }
    return .wait(rest(for: build, by: party))
  }

  /// Lets a thread wait for the turn of `owner` that another thread has; returns the path of that thread if the wait would be endless.
  mutating func waitForTurn(
    of owner: ObjectIdentifier, heldBy holder: Party, isOptional: Bool, _ party: Party, _ woken: inout [Wait]
  ) -> (wait: Wait?, otherPath: [PathStep]) {
    if let circle = circle(from: holder, to: party) {
      guard !isOptional, releaseOne(of: circle, awaiting: nil, &woken) else {
        return (nil, holder.thread?.path ?? [])
      }
    }
    let work = turns[owner] ?? Work(by: holder)
    turns[owner] = work
    return (rest(for: work, by: party, .turn(isOptional: isOptional)), [])
  }

  /// The waits that lead from one party to another; `nil` if a party on every way still runs.
  @inline(never)
  func circle(from first: Party, to party: Party) -> [Wait]? {
    if first === party { return [] }
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(first)]
    var open: [(Party, [Wait])] = [(first, [])]
    while let (next, way) = open.popLast() {
      for wait in next.waits where wait.answer == nil && !wait.work.isOver {
        let holder = wait.work.party
        if holder === party { return way + [wait] }
        if known.insert(ObjectIdentifier(holder)).inserted { open.append((holder, way + [wait])) }
      }
    }
    return nil
  }

  /// Lets one thread of a circle go on if possible; the caller waits for a build.
  func releaseOne(of circle: [Wait], awaiting build: Build?, _ woken: inout [Wait]) -> Bool {
    if let offer = circle.firstIndex(where: { $0.offer != nil }) {
      circle[offer].offer(to: offer == 0 ? build?.record : circle[offer - 1].work.record, &woken)
    } else if let index = circle.firstIndex(where: \.isForCompletion) {
      if let awaited = index == 0 ? build : circle[index - 1].build {
        awaited.thread?.markDeferred(isThrough: false, isSettled: false)
        woken.append(circle[index].release(.putOff(frame: awaited.frame)))
      } else {
        woken.append(circle[index].release(.goOn))
      }
    } else if let wait = circle.first(where: \.isOptionalTurn) {
      woken.append(wait.release(.goOn))
    } else {
      return false
    }
    return true
  }

  /// Lets one thread of a circle build the awaited instance itself.
  private mutating func releaseByTakingOver(
    _ circle: [Wait], awaiting build: Build, _ woken: inout [Wait]
  ) -> Bool {
    var (party, awaited): (Party, Build?) = (build.party, build)
    for wait in circle {
      if case .instance = wait.purpose, let build = wait.build,
        party.thread?.completesSomething(above: awaited) == true
      {
        // All other waiting parties search again.
        build.remove(wait)
        woken.append(wait.release(.takeOver(takeOver(build, by: party, &woken))))
        return true
      }
      (party, awaited) = (wait.work.party, wait.build)
    }
    return false
  }

  /// Gives a build to another thread; the waiting parties search again.
  private mutating func takeOver(_ build: Build, by party: Party, _ woken: inout [Wait]) -> Build {
    for wait in build.handOver() { woken.append(wait.release(.lookAgain)) }
    return begin(build.record, by: party)
  }
}

extension Wait {
  fileprivate var build: Build? { work as? Build }

  /// The half-built instance that the thread could go on with.
  fileprivate var offer: Instance? {
    if case .instance = purpose { build?.instance } else { nil }
  }

  fileprivate var isForCompletion: Bool {
    if case .completion = purpose { true } else { false }
  }

  fileprivate var isOptionalTurn: Bool {
    if case .turn(isOptional: true) = purpose { true } else { false }
  }

  fileprivate func offer(to dependent: Record?, _ woken: inout [Wait]) {
    if let offer { woken.append(release(.offer(offer, dependent: dependent))) }
  }
}

extension Thread {
  /// Whether the thread completes a service within its own build: then it can build its dependency a second time.
  ///
  /// Called under the lock of `WaitGraph` for a thread that waits, or for the calling one.
  fileprivate func completesSomething(above build: Build?) -> Bool {
    guard let build else { return false }
    return (build.frame..<max(build.frame, state.frames.count)).contains {
      state.frames[$0].phase == .completing
    }
  }
}
