extension Container {
  /// Builds the services that are marked with ``ServiceEntry/startsEagerly()``.
  ///
  /// They are built in the order of registration, except that dependencies are built first. Scoped services of the parents are built too: so a
  /// container for a scene or a request starts with the services that it always needs. The call tries all services. What it built stays, also when
  /// one fails: ``close(fileID:line:)`` ends it.
  ///
  /// - Threads: may be called from any thread. Factories run on the calling thread.
  /// - Throws: a ``StartError`` with all failures. A service that must be awaited is a failure; use ``startAsync()``.
  public func start() throws(StartError) {
    var failures: [ResolutionError] = []
    for record in registry.eagerRecords {
      do throws(ResolutionError) { _ = try resolve(record, .none) } catch { failures.append(error) }
    }
    if !failures.isEmpty { throw StartError(failures: failures) }
  }

  /// Builds the services that are marked with ``ServiceEntry/startsEagerly()``, and awaits asynchronous factories.
  ///
  /// The same as ``start()``, but independent services are built at the same time. A service whose synchronous factory needs an awaited one is
  /// tried again when others have been built.
  ///
  /// - Throws: a ``StartError`` with all failures.
  public nonisolated(nonsending) func startAsync() async throws(StartError) {
    var (waiting, failures) = (registry.eagerRecords, [Int: ResolutionError]())
    while !waiting.isEmpty {
      let failed = await start(waiting)
      for record in waiting { failures[record.order] = failed[record.order] }
      // A synchronous factory cannot wait. What it lacked may be there now.
      let again = waiting.filter { failed[$0.order]?.code == .needsAwait }
      if again.count == waiting.count { break }
      waiting = again
    }
    let all = failures.keys.sorted().compactMap { failures[$0] }
    if !all.isEmpty { throw StartError(failures: all) }
  }

  /// Starts services at the same time, and returns the failures by the order of registration.
  private nonisolated(nonsending) func start(_ records: [Record]) async -> [Int: ResolutionError] {
    await withTaskGroup(of: (Int, ResolutionError?).self) { group in
      for record in records {
        group.addTask { [self] in (record.order, await registry.awaitRecord(record, nil)) }
      }
      var failures: [Int: ResolutionError] = [:]
      for await case (let order, let error?) in group { failures[order] = error }
      return failures
    }
  }
}

/// The reason why a container did not start.
public struct StartError: Error, CustomStringConvertible {
  /// The reasons why services could not be built, in the order of registration.
  public let failures: [ResolutionError]

  /// All failures, one after the other.
  public var description: String {
    let count = failures.count == 1 ? "One service" : "\(failures.count) services"
    let canBeAwaited = failures.contains {
      ($0.code == .needsAwait || $0.code == .wrongActor) && $0.path.count == 1
    }
    let advice = canBeAwaited ? " Start it by an await: try await container.startAsync()" : ""
    return
      (["The container did not start: \(count) could not be built.\(advice)"]
      + failures.map(\.description)).joined(separator: "\n\n")
  }
}

extension Registry {
  /// The records of this container, and the scoped ones of its parents, that a start builds.
  fileprivate var eagerRecords: [Record] {
    let own = registrations().filter { !$0.isForward }.map(\.record)
    // The nearest registration of a key counts.
    let scoped = line.dropFirst().flatMap { parent in
      parent.registrations().filter { !$0.isForward && found($0.key) === $0 }.map(\.record)
        .filter { $0.settings.scope.kind == .scoped }
    }
    return (own + scoped).filter(\.settings.isEager).inOrder { $0.order }
  }
}
