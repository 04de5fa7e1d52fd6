/// Which shared services are being built by await, and which tasks wait for them.
///
/// A task that waits blocks no thread: 10,000 tasks that await one service cost one build. One that would wait for ever gets an error: the builds and the waits between them are a graph, and who
/// closes a circle in it sees that. If a build of the circle has an instance whose completions run, the one that waits for it goes on
/// with that, as on a single thread; else all factories of the circle need one another.
///
/// One lock for all of it. No user code runs while it is held, and no task is woken: that takes a lock of the task, under which its
/// cancellation may be waiting for this one.
enum AsyncFlights {
  struct State {
    /// The builds of shared services, by their records: one, or one for each value of the arguments.
    var shared: [ObjectIdentifier: [AsyncFlight]] = [:]
    /// How many of these have ended.
    var endCount = 0

    /// The builds of the services of some registries.
    func flights(in registries: [Registry]) -> [AsyncFlight] {
      shared.values.flatMap { $0 }.filter { flight in
        registries.contains { $0 === flight.record.owner }
      }
    }
  }

  enum Claim {
    case granted(AsyncFlight)
    case wait(AsyncWait)
    case halfBuilt(SharedInstance)
    /// One has ended meanwhile: look again.
    case ended
    /// It is being built around a completion that needs it, or waits for that: a second build ends that, and is the one that counts.
    case again(AsyncFlight)
    case closed
    /// The waits that lead from the one that is asked for back to it.
    case loop([AsyncWait])
  }

  static let state = Guarded(State())

  static var endCount: Int { state.withLock { $0.endCount } }

  /// The builds of the services of some registries.
  static func running(in registries: [Registry]) -> [AsyncFlight] {
    state.withLock { $0.flights(in: registries) }
  }

  /// A service of some registries whose build waits for a node, or is that.
  static func waiting(for node: AsyncNode, in registries: [Registry]) -> Record? {
    state.withLock { $0.flights(in: registries).first { circle(from: $0, to: node) != nil }?.record }
  }

  /// Lets a registry refuse everything, unless services of some are being built: none can begin at the same time.
  ///
  /// Says whether it did so for the first time, or what is being built.
  static func refuseAll(of registry: Registry, unlessBuildingIn registries: [Registry]) -> (Bool, [Record]) {
    // Released outside the lock: a child that ends meanwhile may have no other owner.
    let (isFirst, awaited, _) = state.withLock { state -> (Bool, [Record], [AnyObject]) in
      let awaited = state.flights(in: registries).map(\.record)
      if !awaited.isEmpty { return (false, awaited, []) }
      let (isFirst, seen) = registry.refuseAll()
      return (isFirst, [], seen)
    }
    return (isFirst, awaited)
  }

  /// The builds of a record.
  static func running(_ record: Record) -> [AsyncFlight] {
    state.withLock { $0.shared[ObjectIdentifier(record)] ?? [] }
  }

  /// Begins to build a shared service, or says what to wait for.
  ///
  /// `endCount` was read before the instance was looked for. `others` are the builds for other values of the arguments.
  @_optimize(size)
  @inline(never)
  static func claim(_ build: AsyncBuild, since endCount: Int, besides others: [AsyncFlight]) -> Claim {
    let place = Place(build)
    // The last reference to a build, and so to a container, is not released in the lock, where another thread ends one meanwhile.
    let chain = build.builds
    defer { withExtendedLifetime(chain) {} }
    return waking { state, woken in
      let id = ObjectIdentifier(build.record)
      let running = state.shared[id] ?? []
      if build.scope == .perArgument {
        let isKnown = running.allSatisfy { flight in others.contains { $0 === flight } }
        if !isKnown { return .ended }
      } else if let flight = running.first(where: { $0.resets == build.record.resetCount }) {
        return wait(for: flight, place, &woken)
      }
      if state.endCount != endCount { return .ended }
      if build.record.owner.isClosed { return .closed }
      let flight = AsyncFlight(AsyncBuild(forFlightOf: build))
      flight.build.join(flight)
      state.shared[id, default: []].append(flight)
      return .granted(flight)
    }
  }

  /// Says how to wait for a build.
  static func wait(for flight: AsyncFlight, by build: AsyncBuild) -> Claim {
    let place = Place(build)
    return waking { _, woken in wait(for: flight, place, &woken) }
  }

  /// How the calling code waits for the first use of a lazy; `nil` if that would be for ever.
  static func wait(forUse node: AsyncNode) -> AsyncWait? {
    let place = Place(CurrentBuild.current)
    guard case .wait(let wait) = waking({ _, woken in wait(for: node, place, &woken) }) else { return nil }
    return wait
  }

  /// Lets a resolve wait for what cannot wait for it: the build that it has begun itself, or one of a thread; or a task that is no part of
  /// anything.
  static func rest(at node: AsyncNode, by build: AsyncBuild? = nil) -> AsyncWait {
    let place = Place(build)
    return state.withLock { _ in rest(node, place) }
  }

  /// Notes that a task builds itself what it waits for; false if that is a part of nothing else.
  static func note(_ flight: AsyncFlight, builtBy build: AsyncBuild) -> Bool {
    guard let owner = build.node else { return false }
    let wait = AsyncWait(for: flight, build, in: owner, isAtRest: false)
    state.withLock { _ in
      flight.add(wait)
      owner.waits.append(wait)
    }
    return true
  }

  /// Notes that a build goes on with the half-built instance of one around it: others must not see it before that is through.
  static func noteBorrowing(from other: AsyncBuild, by build: AsyncBuild) {
    guard let owner = build.node, let node = other.node, node !== owner else { return }
    state.withLock { _ in
      if node.answer == nil { owner.borrow([node]) }
    }
  }

  /// Shows the instance while its completions run.
  static func show(_ instance: SharedInstance, of flight: AsyncFlight) {
    _ = state.withLock { _ in exchange(&flight.halfBuilt, with: instance) }
  }

  /// Hands the instance, whose completions have run, to those of a circle that need it now; says what to wait for before others see it.
  ///
  /// That is one of those that it depends on whose completions still run: to be asked for again after that. Where there is none, all of a
  /// circle are through, and `failure` says why what it borrowed was not built in the end.
  static func offer(
    _ instance: SharedInstance, of flight: AsyncFlight, _ failure: inout ResolutionError?
  ) -> AsyncWait? {
    // Released outside the lock.
    let (wait, _) = waking { _, woken -> (AsyncWait?, SharedInstance?) in
      let borrowed = borrowed(by: flight)
      let open = borrowed.filter { $0.answer == nil }
      flight.isThrough = true
      for wait in flight.waiters where wait.answer == nil {
        if wait.isUntilThrough {
          release(wait, .instance(instance), &woken)
        } else if let owner = wait.owner, open.contains(where: { depends($0, on: owner) }) {
          release(wait, .instance(instance), &woken)
          // It is shown to others when this one is.
          owner.borrow([flight])
        }
      }
      let other = dependencies(of: flight).first { !$0.isThrough }
      // The tasks of the circle that ask from now on.
      let old = open.isEmpty && other == nil ? nil : exchange(&flight.halfBuilt, with: instance)
      if let other {
        let wait = AsyncWait(for: other, flight.build, in: flight, isAtRest: false)
        wait.isUntilThrough = true
        rest(wait)
        return (wait, old)
      }
      failure =
        borrowed.lazy.compactMap { node in
          if case .failed(let error) = node.answer { error } else { nil }
        }.first
      return (nil, old)
    }
    return wait
  }

  /// Ends a build: the tasks that wait go on.
  ///
  /// Gives what it had borrowed and is not over.
  @_optimize(size)
  @inline(never)
  @discardableResult
  static func end(_ flight: AsyncFlight, _ answer: AsyncWait.Answer) -> [AsyncNode] {
    // Released outside the lock.
    let (open, _) = waking { state, woken -> ([AsyncNode], [AnyObject?]) in
      let open = borrowed(by: flight).filter { $0.answer == nil }
      let id = ObjectIdentifier(flight.record)
      if var running = state.shared[id], let index = running.firstIndex(where: { $0 === flight }) {
        running.remove(at: index)
        state.shared[id] = running.isEmpty ? nil : running
        state.endCount += 1
      }
      return (open, end(flight, answer, &woken) + [exchange(&flight.other, with: nil)])
    }
    return open
  }

  /// Ends what is no flight.
  @inline(never)
  static func end(node: AsyncNode, _ answer: AsyncWait.Answer) {
    _ = waking { _, woken in end(node, answer, &woken) }
  }

  /// Ends a node; gives what is to be released outside the lock.
  @_optimize(size)
  @inline(never)
  private static func end(_ node: AsyncNode, _ answer: AsyncWait.Answer, _ woken: inout [Woken])
    -> [AnyObject?]
  {
    let garbage: [AnyObject?] = node.waiters + [node.halfBuilt] + node.borrowed
    node.answer = answer
    // What it borrowed counts for those around it, too.
    let open = node.handsOnBorrowed ? borrowed(by: node).filter { $0.answer == nil } : []
    for wait in node.waiters {
      wait.owner?.borrow(open)
      release(wait, answer, &woken)
    }
    // Who asks late looks again: a task that the factory left behind keeps the node, and is not to keep the instance by it.
    if case .instance = answer { node.answer = .lookAgain }
    node.removeWaiters()
    // Those that borrowed this one have borrowed what it did. None of these is over, so no two nodes come to hold one another.
    node.borrowed = open
    node.halfBuilt = nil
    return garbage
  }
}
