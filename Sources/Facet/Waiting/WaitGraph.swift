/// The work that others may wait for, and the waiting parties.
///
/// The work is builds of shared instances, calls of storages, first uses of lazies and closes, by threads and by tasks.
///
/// One lock protects all of it. It is taken at first builds and where a party must wait, but never by a resolve that finds its instance. While
/// it is held, no party is woken and no user code runs: objects whose last owner may be here are released after it.
enum WaitGraph {
  struct State {
    /// The builds that run, by their records.
    var builds: [ObjectIdentifier: Build] = [:]
    /// The turns that threads wait for, by their owners.
    var turns: [ObjectIdentifier: Work] = [:]
    /// The closes that run.
    var closes: [Close] = []
  }

  enum Claim {
    /// The caller builds.
    case granted(Build)
    /// The caller builds already, further down.
    case own(Build)
    case wait(Wait)
    /// The instance is available now: search again.
    case ended
    /// Another thread needs `dependent`, which the caller builds, and gives its half-built instance.
    case halfBuilt(Build, Instance, dependent: Record?)
    /// The container was closed: no build begins any more.
    case closed
    /// The wait would be endless, and no party in the circle has an instance to give.
    case loop(otherPath: [PathStep])
  }

  static let state = Guarded(State())

  /// Runs `body` under the lock, and then wakes the parties that may go on.
  static func change<Result>(_ body: (inout State, inout [Wait]) -> Result) -> Result {
    let (result, woken) = state.withLock { state in
      var woken: [Wait] = []
      let result = body(&state, &woken)
      return (result, woken)
    }
    for wait in woken { wait.wake() }
    return result
  }

  /// Begins to build a service, or returns the alternative.
  ///
  /// The record is asked for its instance under the lock, so that no finished build begins again. A task has a party if others may wait for
  /// its work; `makeParty` makes the party of a granted build.
  @inline(never)
  static func claim(
    _ record: Record, by party: Party?, keys: [PathStep] = [], _ makeParty: () -> Party
  ) -> Claim {
    let (claim, _) = change { state, woken -> (Claim, AnyObject?) in
      if let build = state.builds[ObjectIdentifier(record)] {
        if build.party === party { return (.own(build), nil) }
        return (state.wait(for: build, by: party, keys: keys, &woken), nil)
      }
      // Released outside the lock.
      if let instance = record.shared?.read({ $0.owner }) { return (.ended, instance) }
      if record.owner.isClosed { return (.closed, nil) }
      return (.granted(state.begin(record, by: makeParty())), nil)
    }
    return claim
  }

  /// The claim of a thread that needs an instance of a storage which another party completes; `nil` if no party does.
  @inline(never)
  static func waitForCompletion(of instance: AnyObject, by record: Record, _ party: Party) -> Claim? {
    let (claim, _) = change { state, woken -> (Claim?, AnyObject?) in
      guard let build = state.builds[ObjectIdentifier(record)], build.party !== party else {
        return (nil, nil)
      }
      let object = build.instance?.heldObject
      guard object === instance else { return (nil, object) }
      return (state.wait(for: build, by: party, &woken), object)
    }
    return claim
  }

  /// The running build of a record.
  @inline(never)
  static func running(_ record: Record) -> Build? { state.withLock { $0.builds[ObjectIdentifier(record)] } }

  /// Whether a work has ended.
  @inline(never)
  static func isOver(_ work: Work) -> Bool { state.withLock { _ in work.isOver } }

  /// The running builds for the records of registries.
  static func running(in registries: [Registry]) -> [Build] {
    state.withLock { $0.builds(in: registries) }
  }

  /// Lets a party wait until a work is over.
  static func rest(for work: Work, by party: Party? = nil, keys: [PathStep] = []) -> Wait {
    state.withLock { $0.rest(for: work, by: party, keys: keys, resets: (work as? Build)?.resets ?? 0) }
  }

  /// The wait of a task for a work; `nil` if it would be endless.
  static func restUnlessCircle(for work: Work, by party: Party?, keys: [PathStep]) -> Wait? {
    state.withLock { state in
      if let party, !work.isOver, state.circle(from: work.party, to: party) != nil { return nil }
      return state.rest(for: work, by: party, keys: keys)
    }
  }

  /// Notes that the factory has returned; false if another thread took the build over meanwhile.
  @inline(never)
  static func setInstance(_ instance: Instance, of build: Build) -> Bool {
    // The instance of a nested build is released outside the lock.
    let (isOurs, _) = state.withLock { _ -> (Bool, Instance?) in
      build.isTakenOver ? (false, nil) : (true, build.setInstance(instance))
    }
    return isOurs
  }

  /// Notes the instance of a second build within the first one of the same service; false if another thread took the first build over.
  @inline(never)
  @discardableResult
  static func setInstance(_ instance: Instance?, of record: Record, by thread: Thread) -> Bool {
    let (isOwn, _) = state.withLock { state -> (Bool, Instance?) in
      guard let build = state.builds[ObjectIdentifier(record)], build.thread == thread else {
        return (false, nil)
      }
      return (true, build.setInstance(instance))
    }
    return isOwn
  }

  /// Ends builds together: their instances become visible if they are shared, and the waiting parties go on.
  ///
  /// Waiting tasks receive the instance, or the error.
  @inline(never)
  static func end(
    _ ended: [Build], isPublished: Bool = false, failure: ResolutionError? = nil, instance: Instance? = nil
  ) {
    let (replaced, _) = change { state, woken -> ([AnyObject], [Any?]) in
      let replaced = ended.compactMap { build in
        let complete = isPublished ? build.instance ?? instance : nil
        complete?.needs = build.needs
        defer { build.endNeeds(of: complete) }
        return isPublished ? build.publication?() : nil
      }
      var garbage: [Any?] = []
      for build in ended {
        if !isPublished { build.takeBack() }
        // Another party may hold a build for longer, but not its result.
        garbage.append((exchange(&build.instance, with: nil), exchange(&build.publication, with: nil)))
        // Another thread may have taken it over.
        let id = ObjectIdentifier(build.record)
        if state.builds[id] === build {
          state.builds[id] = nil
          build.record.noteBuild(false)
        }
        for wait in build.end() {
          let isTask = wait.party?.thread == nil
          let answer: Wait.Answer =
            if isTask, let failure {
              .failed(failure)
            } else if isTask, let instance, wait.resets == build.resets { .instance(instance) } else {
              .lookAgain
            }
          woken.append(wait.release(answer))
        }
      }
      return (replaced, garbage)
    }
    for instance in replaced { Reclamation.retire(instance) }
  }

  /// Ends another work.
  static func end(_ work: Work, _ answer: Wait.Answer = .lookAgain) {
    change { _, woken in for wait in work.end() { woken.append(wait.release(answer)) } }
  }
}

extension WaitGraph.State {
  mutating func begin(_ record: Record, by party: Party) -> Build {
    let build = Build(record, by: party)
    builds[ObjectIdentifier(record)] = build
    record.noteBuild(true)
    return build
  }

  func builds(in registries: [Registry]) -> [Build] {
    builds.values.filter { build in registries.contains { $0 === build.record.owner } }
  }
}
