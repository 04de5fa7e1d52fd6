extension Container {
  /// Builds the services that are marked with ``ServiceEntry/startsEagerly()``.
  ///
  /// They are built in the order of registration, except that dependencies are built first. Scoped services of the parents are built too: so a
  /// container for a scene or a request starts with the services that it always needs. The call tries all services. If one fails, the services
  /// that the call built end as in ``close(fileID:line:)``, and the container stays usable.
  ///
  /// - Threads: may be called from any thread. Factories run on the calling thread.
  /// - Throws: a ``StartError`` with all failures. A service that must be awaited is a failure; use ``startAsync()``.
  public func start() throws(StartError) {
    let start = Start(registry)
    let failures = start.records.compactMap { record in
      Slot.withOpened(record.serviceType) { slot -> ResolutionError? in
        let error = registry.resolve(record, nil, slot).failure()
        if error == nil { slot.clear(record.serviceType) }
        return error
      }
    }
    guard !failures.isEmpty else { return }
    let report = registry.endNow(start.takeStarted())
    throw StartError(failures: failures, endFailures: report.failures)
  }

  /// Builds the services that are marked with ``ServiceEntry/startsEagerly()``, and awaits asynchronous factories.
  ///
  /// The same as ``start()``, but independent services are built at the same time. If one fails, the others are built completely, and then end.
  ///
  /// - Throws: a ``StartError`` with all failures.
  public nonisolated(nonsending) func startAsync() async throws(StartError) {
    let (start, registry) = (Start(registry), registry)
    let failures = await withTaskGroup(of: (Int, ResolutionError?).self) { group in
      for (place, record) in start.records.enumerated() {
        group.addTask { (place, await registry.awaitRecord(record, nil)) }
      }
      var failures: [(place: Int, error: ResolutionError)] = []
      for await case (let place, let error?) in group { failures.append((place, error)) }
      return failures.inOrder { $0.place }.map(\.error)
    }
    guard !failures.isEmpty else { return }
    var endFailures: [CloseError.Failure] = []
    let progress = EndProgress(registry)
    do throws(CloseError) {
      try await progress.run { await progress.end(EndOrder.sorted(start.takeStarted())) }
    } catch {
      if case .failures(let failures) = error.reason { endFailures = failures }
    }
    throw StartError(failures: failures, endFailures: endFailures)
  }
}

/// The reason why a container did not start.
public struct StartError: Error, CustomStringConvertible {
  /// The reasons why services could not be built, in the order of registration.
  public let failures: [ResolutionError]
  /// The failures of the actions when the built services ended.
  public let endFailures: [CloseError.Failure]

  /// All failures, one after the other.
  public var description: String {
    let count = failures.count == 1 ? "One service" : "\(failures.count) services"
    let canBeAwaited = failures.contains {
      ($0.code == .needsAwait || $0.code == .wrongActor) && $0.path.count == 1
    }
    let advice = canBeAwaited ? " Start it by an await: try await container.startAsync()" : ""
    return
      (["The container did not start: \(count) could not be built. What was built has ended.\(advice)"]
      + failures.map(\.description) + endFailures.map(\.description)).joined(separator: "\n\n")
  }
}

/// One start of a container.
private struct Start: Sendable {
  /// The records to build.
  let records: [Record]
  private let registry: Registry
  /// Instances with greater numbers were made since.
  private let beginning = CreationNumber.last

  init(_ registry: Registry) {
    self.registry = registry
    let own = registry.registrations().filter { !$0.isForward }.map(\.record)
    // The nearest registration of a key counts.
    let scoped = sequence(first: registry, next: \.parent).dropFirst().flatMap { parent in
      parent.registrations().filter { !$0.isForward && registry.found($0.key) === $0 }.map(\.record)
        .filter { $0.settings.scope.kind == .scoped }
    }
    records = (own + scoped).filter(\.settings.isEager).inOrder { $0.order }
  }

  /// Takes out the instances of this container that were made since, the youngest first.
  func takeStarted() -> [Disposal] {
    let own = registry.registrations().map(\.record).filter { $0.owner === registry }
    let started = (own + registry.scoped.all).filter { record in
      record.sharedValues.contains { $0.number > beginning }
    }
    return registry.takeInstances(of: started)
  }
}
