// The ends of one call run in their order. As soon as one must be awaited, it and the rest run in a task, for which the ends of later calls wait.

/// The ends of one call that run in a task.
struct RunningEnd: Sendable {
  let task: Task<EndReport, Never>
  let keys: [ServiceKey]
}

extension RunningEnd {
  /// The numbers of the tasks around the caller, the innermost last: an action may end others.
  @TaskLocal static var around: [Int] = []
  private static let numbers = Counter()
  /// Guards the calls, which come one at a time, so that two tasks never wait for each other.
  private static let calls = Guarded(())

  /// Whether it does not wait for the caller.
  static func isToWaitFor(_ number: Int, _: RunningEnd) -> Bool {
    number < around.last ?? .max && !around.contains(number)
  }
  /// Ends these, one after the other.
  ///
  /// The actions see the task-local values of the caller, but are no part of what it builds.
  static func run(_ endings: [Life], on caller: (any Actor)?) async -> EndReport {
    await CurrentResolver.$ofTask.withValue(nil) {
      var report = EndReport()
      for life in endings where life.hasActions {
        let end = AwaitedEnd(of: life)
        Waits.watch(end)
        report.add(life, await life.endAwaited(on: caller))
        Waits.unwatch(end)
      }
      endings.release()
      return report
    }
  }
  /// Begins a task that waits for the ends which began before it in the same containers.
  static func begin(
    _ endings: [Life], on caller: (any Actor)? = nil,
    inTask tell: @escaping @Sendable (EndReport) -> Void = { _ in }
  ) -> Task<EndReport, Never> {
    let owners = Registry.owners(of: endings)
    return calls.withLock { _ in
      let number = numbers.next()
      let earlier = Registry.runningEnds(of: owners)
      let task = Task {
        for end in earlier { _ = await end.task.value }
        let report = await $around.withValue(around + [number]) { await run(endings, on: caller) }
        calls.withLock { _ in
          for owner in owners { _ = owner.changeParticulars { $0.runningEnds.removeValue(forKey: number) } }
        }
        tell(report)
        return report
      }
      let end = RunningEnd(task: task, keys: endings.filter(\.hasActions).map(\.record.key))
      for owner in owners { owner.changeParticulars { $0.runningEnds[number] = end } }
      return task
    }
  }
}

extension Registry {
  /// The ends that run in these containers, without those that wait for the caller.
  static func runningEnds(of registries: [Registry]) -> [RunningEnd] {
    registries.flatMap { registry in
      registry.particular { $0.runningEnds }.filter(RunningEnd.isToWaitFor).values
    }
  }

  /// Ends instances that nobody finds any more, in this order; errors go to the failure handler.
  func end(_ endings: [Life]) {
    if endings.isEmpty { return }
    tell(endHere(endings).failures)
  }
  /// Runs the ends, which are in order, on the calling thread, up to the first that must be awaited.
  func endHere(_ endings: [Life]) -> EndReport {
    var report = EndReport()
    var rest = endings[...]
    let running = ThreadEnd(endings)
    defer { running?.finish() }
    let isFree = Registry.runningEnds(of: rest.map(\.owner)).isEmpty
    while isFree, let next = rest.first, next.canRunHere {
      rest.removeFirst()
      report.add(next, next.end())
    }
    Array(endings.dropLast(rest.count)).release()
    if !rest.isEmpty { _ = RunningEnd.begin(Array(rest)) { [self] in tell($0.failures) } }
    return report
  }
  /// The errors of ends whose caller does not wait go to the failure handler.
  package func tell(_ failures: [CloseError.Failure]) {
    for failure in failures {
      report(
        ResolutionError(
          .endFailed, [], PathStep(failure.registration),
          with: ResolutionError.Extras(underlyingError: failure.error)))
    }
  }
}
