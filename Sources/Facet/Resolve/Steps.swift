/// The steps of a resolve whose instance other resolves may see, for a thread and for a task.
///
/// 1. **find** the registration: `Registry.serve`.
/// 2. **reuse** an instance that is there: in the cycle, in the record, in a storage.
/// 3. **claim** the right to build, or wait for who has it.
/// 4. **build**: run the factory.
/// 5. **complete**: run `initCompleted`.
/// 6. **keep** the instance where its scope says.
/// 7. **tell** how it ended: `Outcome`.
///
/// A thread blocks where a task is suspended: at the claim, and at the factory.
protocol Steps {
  /// Gives the instance that is there.
  mutating func reuse() -> Outcome?
  func claim() -> WaitGraph.Claim
  /// Goes on with a build of the caller's own that is not through.
  func takeOwn(_ build: Build) -> Outcome
  /// Goes on with an instance that is still being completed elsewhere.
  func borrow(_ instance: Instance, of build: Build, dependent: Record?) -> Outcome
  func failure(_ reason: Refusal) -> ResolutionError
}

/// Why nothing is built.
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
  /// What is to be done next.
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
  /// Resolves in the calling task: the build itself runs in a task of its own, which the end of this one does not cancel.
  nonisolated(nonsending) func resolveKept(into slot: Slot) async throws(ResolutionError) {
    var steps = AwaitedSteps(self, slot)
    while true {
      switch steps.next() {
      case .tell(let outcome): return try tell(outcome)
      case .wait(let wait): if try goOn(with: await wait.rest(), into: slot) { return }
      case .build(let build): if try goOn(with: await start(build).rest(), into: slot) { return }
      }
    }
  }
}
