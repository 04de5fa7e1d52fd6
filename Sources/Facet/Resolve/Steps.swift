/// The steps of a resolve whose instance is visible to other resolves, for a thread and for a task.
///
/// 1. **find** the registration: `Registry.serve`; for a task `Registry.start`.
/// 2. **reuse** an existing instance: in the cycle, in the record, in a storage.
/// 3. **claim** the right to build, or wait for its holder.
/// 4. **build**: run the factory.
/// 5. **complete**: run `initCompleted`.
/// 6. **keep** the instance in the place of its scope.
/// 7. **tell** the result: `Outcome`.
///
/// 4 to 6 are `KeptRequest.make`; for a task `AwaitedBuild.buildAndKeep`. A thread blocks where a task is suspended: at the claim, and at the
/// factory. Transient and graph scope, whose instances others do not see, have fewer steps: `resolveInCycle` of `Request` and `AwaitedBuild`.
protocol Steps {
  /// Returns the existing instance.
  mutating func reuse() -> Outcome?
  func claim() -> WaitGraph.Claim
  /// Goes on with an unfinished build of the caller itself.
  func takeOwn(_ build: Build) -> Outcome
  /// Goes on with an instance that is still being completed elsewhere.
  func borrow(_ instance: Instance, of build: Build, dependent: Record?) -> Outcome
  func failure(_ reason: Refusal) -> ResolutionError
}

/// The reason why nothing is built.
enum Refusal {
  case closed
  case loop(otherPath: [PathStep])
}

enum Step {
  case tell(Outcome)
  case wait(Wait)
  case build(Build)
}

extension Steps {
  /// The next step.
  mutating func next() -> Step {
    while true {
      if let outcome = reuse() { return .tell(outcome) }
      switch claim() {
      case .granted(let build): return .build(build)
      case .own(let build): return .tell(takeOwn(build))
      case .wait(let wait): return .wait(wait)
      case .halfBuilt(let build, let instance, let dependent):
        return .tell(borrow(instance, of: build, dependent: dependent))
      case .ended: continue
      case .closed: return .tell(.failed(failure(.closed)))
      case .loop(let otherPath): return .tell(.failed(failure(.loop(otherPath: otherPath))))
      }
    }
  }
}

extension KeptRequest {
  /// Resolves on the calling thread.
  @inline(never)
  mutating func resolve() -> Outcome {
    while true {
      switch next() {
      case .tell(let outcome): return outcome
      case .wait(let wait): if let outcome = goOn(with: wait.block(), wait) { return outcome }
      case .build(let build): if let outcome = make(build) { return outcome }
      }
    }
  }
}

extension AwaitedBuild {
  /// Resolves in the calling task.
  ///
  /// The build itself runs in its own task, which the end of this task does not cancel.
  nonisolated(nonsending) func resolveKept(into slot: Slot) async throws(ResolutionError) {
    var steps = AwaitedSteps(self, slot)
    while true {
      switch steps.next() {
      case .tell(let outcome): return try tell(outcome)
      case .wait(let wait): if try goOn(with: await wait.rest(), into: slot) { return }
      case .build(let build):
        guard !steps.isOutdated else {
          WaitGraph.end([build])
          continue
        }
        if try goOn(with: await start(build).rest(), into: slot) { return }
      }
    }
  }
}
