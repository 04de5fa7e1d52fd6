extension Container {
  /// Builds the services that are marked with ``ServiceEntry/startsEagerly()``.
  ///
  /// They are built in the order of registration, except that dependencies are built first. Scoped services are built by the start of a child, also
  /// those of its parents, and never by that of a container without a parent: so a container for a scene or a request starts with the services that
  /// it always needs, and the program without them. What is registered and marked while others are built is
  /// built as well. The call tries all services. What it built stays, also when one fails: ``close(fileID:line:)`` ends it.
  ///
  /// - Threads: may be called from any thread. Factories run on the calling thread.
  /// - Throws: a ``StartError`` with all failures. A service that must be awaited is a failure; use ``startAsync()``. A closed container is one.
  public func start() throws(StartError) {
    var start = Start(registry)
    while let records = start.next() {
      for record in records where start.isToBuild(record) {
        do throws(ResolutionError) { _ = try resolve(record, .none) } catch {
          start.failures[record.order] = error
        }
      }
    }
    try start.check()
  }

  /// Builds the services that are marked with ``ServiceEntry/startsEagerly()``, and awaits asynchronous factories.
  ///
  /// This is ``start()``, but services that must be awaited, or belong to an actor, come first, and are built at the same time: the others find
  /// them. A synchronous service that needs one which is registered meanwhile is tried again.
  ///
  /// - Throws: a ``StartError`` with all failures.
  public nonisolated(nonsending) func startAsync() async throws(StartError) {
    var (start, waiting) = (Start(registry), [Record]())
    while true {
      let new = start.next() ?? []
      let records = waiting + new
      // A synchronous factory cannot wait, and may go on without what it lacks.
      let first = records.map { $0.isStartedFirst(by: registry) }
      var failed = await self.start(zip(records, first).filter(\.1).map(\.0))
      failed.merge(await self.start(zip(records, first).filter { !$1 }.map(\.0))) { $1 }
      for record in records { start.failures[record.order] = failed[record.order] }
      let again = records.filter { failed[$0.order]?.code == .needsAwait && start.isToBuild($0) }
      if new.isEmpty, again.count == waiting.count { break }
      waiting = again
    }
    try start.check()
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

/// The services that a start has begun to build, and its failures.
private struct Start {
  private let registry: Registry
  private var begun: Set<Int> = []
  /// By the order of registration.
  var failures: [Int: ResolutionError] = [:]

  init(_ registry: Registry) { self.registry = registry }

  /// The services that are to be built, and were not when this was asked last; `nil` if there are none.
  mutating func next() -> [Record]? {
    let new = registry.eagerRecords.filter { begun.insert($0.order).inserted }
    return new.isEmpty ? nil : new
  }
  /// Whether nothing has taken its place meanwhile.
  func isToBuild(_ record: Record) -> Bool { registry.leads(to: record) }

  func check() throws(StartError) {
    var all = failures.map(\.self).inOrder { $0.key }.map(\.value)
    // Then it has no services any more that could fail.
    if registry.isClosed, !all.contains(where: { $0.code == .containerClosed }) {
      all.append(registry.refusal)
    }
    if !all.isEmpty { throw StartError(failures: all) }
  }
}

/// The reason why a container did not start.
public struct StartError: Error, CustomStringConvertible {
  /// The reasons why services could not be built, in the order of registration.
  ///
  /// If the container is closed, one says so.
  public let failures: [ResolutionError]

  /// All failures, one after the other.
  public var description: String {
    let services = failures.count { $0.refused != .whole }
    let count = services == 1 ? "One service" : "\(services) services"
    let canBeAwaited = failures.contains {
      ($0.code == .needsAwait || $0.code == .wrongActor) && $0.path.count == 1
    }
    let advice = canBeAwaited ? " Start it by an await: try await container.startAsync()" : ""
    let headline = "The container did not start" + (services == 0 ? "." : ": \(count) could not be built.")
    return
      ([headline + advice]
      + failures.map(\.description)).joined(separator: "\n\n")
  }
}

extension Registry {
  /// The records of this container that a start builds, once for each key; if it is a child, also the scoped ones of its parents.
  fileprivate var eagerRecords: [Record] {
    line.flatMap { $0.registrations().map(\.record) }
      .filter {
        $0.settings.isEager && ($0.settings.scope.kind == .scoped ? parent != nil : $0.owner === self)
      }
      .filter(leads)
      .inOrder { $0.order }
  }
  /// Whether a key leads to the record, its own or that of a forward: the nearest registration of a key counts.
  fileprivate func leads(to record: Record) -> Bool {
    found(record.key) === record
      || line.contains { $0.registrations().contains { $0.record === record && found($0.key) === $0 } }
  }
}
