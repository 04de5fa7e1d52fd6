/// How threads wait for one another, and never without end.
///
/// A thread that needs what another thread builds waits. If the other one waits in turn, directly or over more threads, for
/// the first, nobody would go on. Every thread looks for that before it waits, so it is always seen by the one that
/// would close the circle. Then one thread of the circle goes on, in this order:
///
/// 1. One that waits for an instance whose factory has returned gets it half-built, just as a single thread sees it in a
///    circle of `initCompleted`.
/// 2. One that only waits until another thread has finished an instance that it has already: what it finished itself stays deferred until the
///    end of the build that the circle waits for.
/// 3. One that waits for a call of a storage, or for the registrations of the main container: the holder is at rest.
/// 4. One that completes a service, and needs another one for that, builds the other one itself: what one thread can
///    build, several can. The thread that had begun it drops its own.
///
/// If there is none of these, all factories of the circle need one another. That is a real loop, and the error has the
/// path of the other thread.
extension Flights {
  /// A thread at rest.
  final class Wait: @unchecked Sendable {
    // Unchecked: touched under the lock of `Flights`, but for `signal`, which is safe.
    enum Subject {
      case build(Flight)
      /// The thread has the instance, and waits until it is complete.
      case completion(Flight)
      /// Another thread has the turn of the owner. Whether the thread may go on without, if the holder is at rest.
      case turn(owner: ObjectIdentifier, holder: ThreadState.Pointer, isOptional: Bool)
    }

    enum Answer {
      case lookAgain
      /// The half-built instance that the thread may go on with, and what waits for the thread behind it.
      case offer(SharedInstance, dependent: Record?)
      /// The thread builds by itself what it waits for.
      case takeOver(Flight)
      case goOn
      /// The deferred flights of the thread refer to what it builds itself, in that frame.
      case putOff(frame: Int)
    }

    let subject: Subject
    let signal = Signal()
    var answer: Answer?

    init(for subject: Subject) {
      self.subject = subject
    }

    /// The thread that this one waits for; `nil` once there is nothing to wait for.
    var holder: ThreadState.Pointer? {
      if answer != nil { return nil }
      switch subject {
      case .build(let flight), .completion(let flight): return flight.isOver ? nil : flight.thread
      case .turn(_, let holder, _): return holder
      }
    }

    func release(_ answer: Answer) {
      self.answer = answer
      signal.send()
    }

    /// Waits, and says what to do then.
    @inline(never)
    func finish(_ thread: ThreadState.Pointer) -> Claim {
      signal.wait()
      return Flights.state.withLock { _ in
        thread.pointee.wait = nil
        switch (answer, subject) {
        case (.takeOver(let flight), _): return .granted(flight)
        case (.offer(let instance, let dependent), .build(let flight)) where !flight.isOver:
          return .halfBuilt(flight, instance, dependent: dependent)
        default: return .ended
        }
      }
    }
  }
}

extension Flights.State {
  fileprivate typealias Wait = Flights.Wait

  /// Lets a thread wait for a build, unless that would be for ever.
  mutating func prepareToWait(
    for flight: Flight, _ thread: ThreadState.Pointer
  ) -> (Flights.Claim?, Flights.Wait?) {
    if let circle = circle(from: flight.thread, to: thread) {
      if let instance = flight.instance {
        return (.halfBuilt(flight, instance, dependent: circle.last?.record), nil)
      }
      if !releaseOne(of: circle, awaiting: flight) {
        if thread.completesSomething(above: circle.last?.flight) {
          return (.granted(takeOver(flight, by: thread)), nil)
        }
        guard releaseByTakingOver(circle, awaiting: flight) else {
          return (.loop(otherPath: flight.thread.pointee.path), nil)
        }
        // The build may be the very one that was taken over.
        if flight.isOver { return (.ended, nil) }
      }
    }
    let wait = Wait(for: .build(flight))
    flight.waits.append(wait)
    thread.pointee.wait = wait
    return (nil, wait)
  }

  /// Lets a thread wait until an instance that it has is complete; `nil` if there is nothing to wait for.
  func prepareToWaitForCompletion(of flight: Flight, _ thread: ThreadState.Pointer) -> Flights.Wait? {
    if flight.isOver { return nil }
    if let circle = circle(from: flight.thread, to: thread) {
      // If all others in the circle have what they need, too, somebody must finish first.
      let offer = circle.firstIndex { $0.offer != nil }
      guard let offer else { return nil }
      circle[offer].release(with: offer == 0 ? flight.record : circle[offer - 1].record)
    }
    let wait = Wait(for: .completion(flight))
    flight.waits.append(wait)
    thread.pointee.wait = wait
    return wait
  }

  /// Lets a thread wait for the turn that `holder` has, with the path of that one if it would be for ever.
  mutating func prepareToWait(
    forTurnOf owner: AnyObject, heldBy holder: ThreadState.Pointer, isOptional: Bool,
    _ thread: ThreadState.Pointer
  ) -> (wait: Flights.Wait?, otherPath: [ServiceKey]) {
    if let circle = circle(from: holder, to: thread) {
      guard !isOptional, releaseOne(of: circle, awaiting: nil) else { return (nil, holder.pointee.path) }
    }
    let wait = Wait(for: .turn(owner: ObjectIdentifier(owner), holder: holder, isOptional: isOptional))
    turns.append(wait)
    thread.pointee.wait = wait
    return (wait, [])
  }

  // MARK: - Circles

  /// The waits that lead from one thread to another; `nil` if somebody on the way still runs.
  @inline(never)
  func circle(
    from first: ThreadState.Pointer, to thread: ThreadState.Pointer
  ) -> [Flights.Wait]? {
    var circle: [Wait] = []
    var next = first
    while let wait = next.pointee.wait, let holder = wait.holder {
      circle.append(wait)
      next = holder
      if next == thread { return circle }
    }
    return nil
  }

  /// Lets one thread of a circle go on that can; `record` is what the caller waits for.
  @inline(never)
  func releaseOne(of circle: [Flights.Wait], awaiting flight: Flight?) -> Bool {
    if let offer = circle.firstIndex(where: { $0.offer != nil }) {
      circle[offer].release(with: offer == 0 ? flight?.record : circle[offer - 1].record)
    } else if let index = circle.firstIndex(where: \.isForCompletion) {
      if let awaited = index == 0 ? flight : circle[index - 1].flight {
        awaited.thread.markDeferred(isThrough: false, isSettled: false)
        circle[index].release(.putOff(frame: awaited.frame))
      } else {
        circle[index].release(.goOn)
      }
    } else if let wait = circle.first(where: \.isOptionalTurn) {
      wait.release(.goOn)
    } else {
      return false
    }
    return true
  }

  /// Lets one thread of a circle build itself what it waits for.
  private mutating func releaseByTakingOver(_ circle: [Flights.Wait], awaiting flight: Flight) -> Bool {
    var thread: ThreadState.Pointer? = flight.thread
    var awaited: Flight? = flight
    for wait in circle {
      if let waiting = thread, case .build(let flight) = wait.subject,
        waiting.completesSomething(above: awaited)
      {
        wait.release(.takeOver(takeOver(flight, by: waiting)))
        return true
      }
      (thread, awaited) = (wait.holder, wait.flight)
    }
    return false
  }

  /// Gives a build to another thread; the threads that wait for it look again.
  private mutating func takeOver(_ flight: Flight, by thread: ThreadState.Pointer) -> Flight {
    flight.isTakenOver = true
    flight.isOver = true
    // They stay in the list until the flight ends: one that was offered an instance holds that, and is not to go under the lock.
    for wait in flight.waits where wait.answer == nil { wait.release(.lookAgain) }
    let new = flight.handOver(to: thread, &self)
    // Tasks go on to wait.
    swap(&new.node, &flight.node)
    return new
  }
}

extension Flights.Wait {
  /// What is waited for, if it is being built.
  fileprivate var record: Record? { flight?.record }

  var flight: Flight? {
    switch subject {
    case .build(let flight), .completion(let flight): flight
    case .turn: nil
    }
  }

  /// The half-built instance that the thread could go on with.
  fileprivate var offer: SharedInstance? {
    if case .build(let flight) = subject { flight.instance } else { nil }
  }

  fileprivate var isForCompletion: Bool {
    if case .completion = subject { true } else { false }
  }

  fileprivate var isOptionalTurn: Bool {
    if case .turn(_, _, isOptional: true) = subject { true } else { false }
  }

  fileprivate func release(with dependent: Record?) {
    guard let offer else { return }
    release(.offer(offer, dependent: dependent))
  }
}

extension ThreadState.Pointer {
  /// Whether the thread completes a service within the build of a flight of its own: then it can build a second time what it needs.
  ///
  /// Called under the lock of `Flights` for a thread that waits, or for the calling one.
  fileprivate func completesSomething(above flight: Flight?) -> Bool {
    guard let flight else { return false }
    var number = pointee.frameCount - 1
    while number >= flight.frame {
      if pointee.frame(number).pointee.phase == .completing { return true }
      number -= 1
    }
    return false
  }
}
