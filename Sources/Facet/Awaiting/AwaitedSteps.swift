/// The steps of an awaited resolve whose instance outlives the cycle: see `Steps`.
struct AwaitedSteps: Steps {
  private let build: AwaitedBuild
  private let slot: Slot
  /// The storage that was asked last, and how many instances it had received.
  private var asked: (storage: StorageSlot, count: Int)?

  init(_ build: AwaitedBuild, _ slot: Slot) {
    self.build = build
    self.slot = slot
  }

  /// Whether the storage received an instance after it was asked: then it must be asked again.
  var isOutdated: Bool { asked.map { $0.storage.instanceCount != $0.count } ?? false }

  mutating func reuse() -> Outcome? {
    if build.isLoop { return .failed(build.error(.loop)) }
    let (outcome, asked) = build.joinedAround { thread in
      let record = Borrowed(build.record)
      var kept = KeptRequest(
        build.registry.request(Borrowed(build.registration), record, build.arguments, slot, thread)
          .with(build.record.presentMode, builder: Borrowed(build.record.owner)), isWithinTask: true)
      let outcome = kept.reuse()
      return (outcome, kept.storage.map { ($0, kept.instanceCount) })
    }
    self.asked = asked
    return outcome
  }

  func claim() -> WaitGraph.Claim {
    Thread.current.inOneCycle(asking: build.registry) {
      WaitGraph.claim(build.record, by: build.party, keys: build.stepsOfParty) { Party() }
    }
  }

  /// A build of the same task that does not enclose this one: only its own parts can be here.
  func takeOwn(_ build: Build) -> Outcome { .failed(self.build.error(.loop)) }

  /// Threads give half-built instances only to threads.
  func borrow(_ instance: Instance, of build: Build, dependent: Record?) -> Outcome {
    .failed(self.build.error(.loop))
  }

  func failure(_ reason: Refusal) -> ResolutionError {
    switch reason {
    case .closed: build.error(.containerClosed, closing: build.record.owner.closing)
    case .loop(let otherPath): build.error(.loop, otherPath: otherPath)
    }
  }
}

extension AwaitedBuild {
  /// Goes on after a wait; false if the service must be searched for again.
  func goOn(with answer: Wait.Answer, into slot: Slot) throws(ResolutionError) -> Bool {
    switch answer {
    case .instance(let instance):
      guard instance.copy(to: slot).isSuccess else { return false }
      joinedAround { $0.noteNeed(instance, of: record) }
      return true
    case .failed(let error): throw error
    case .cancelled: throw error(.cancelled)
    default: return false
    }
  }

  /// Begins a granted build in its own task, and returns the wait of the caller.
  func start(_ work: Build) -> Wait {
    let wait = WaitGraph.rest(for: work, by: party, keys: stepsOfParty)
    // It asks the owner of the service, because a shared service must not capture a service of a child.
    let inner = AwaitedBuild(
      registration, of: record, in: record.owner.container.object, within: parent, party: work.party,
      isRoot: true, cycle: startedCycle, isAwaited: isAwaited, arguments: argumentCopy)
    Task { await CurrentBuild.run(inner, in: work.party) { await inner.buildAndKeep(work) } }
    return wait
  }

  private nonisolated(nonsending) func buildAndKeep(_ work: Build) async {
    let room = Room(record.serviceType)
    let number: Int?
    do throws(ResolutionError) {
      number = try await build(into: room.slot)
    } catch {
      end()
      return WaitGraph.end([work], failure: error)
    }
    let instance = Instance(of: record, from: room.slot, number: number)
    // Changed or reset meanwhile: only the waiting tasks get the instance.
    let isCurrent = record.mode.scope == scope && record.resetCount == work.resets
    if isCurrent, scope == .custom { store(instance, room.slot) }
    if isCurrent, scope != .custom {
      work.publication = record.publication(of: instance, isWeak: scope == .weak, since: work.resets)
    }
    // A holder of the resolver keeps nothing of the cycle through it.
    end()
    WaitGraph.end([work], isPublished: true, instance: instance)
  }

  /// Passes the instance to the storage of a custom scope.
  private func store(_ instance: Instance, _ slot: Slot) {
    joinedAround { thread in
      guard let storage = record.storageSlot else { return }
      let request = registry.request(Borrowed(registration), Borrowed(record), arguments, slot, thread)
      let index = request.append(request.hashWithArguments())
      let graph = thread.identifier
      let (service, needs) = (slot.boxed(record.serviceType), WaitGraph.needsToKeep(of: record))
      storage.call(by: thread) { $0.store(service, inGraph: graph, number: instance.number, needs) }
      if request.arguments != nil { thread.state.cycle.keepArguments(index) }
      thread.state.cycle[index].content = .stored
    }
  }
}
