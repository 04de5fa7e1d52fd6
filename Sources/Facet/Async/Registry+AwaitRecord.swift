extension Registry {
  /// Resolves a record itself by `await`, and drops the instance; gives the reason if that fails.
  package nonisolated(nonsending) func awaitRecord(
    _ record: Record, _ arguments: UnsafeRawPointer?
  ) async -> ResolutionError? {
    let isAwaited = ThreadState.current.inOneCycle(asking: self) { record.isAwaited }
    let build = AsyncBuild(record, in: container, parent: nil, isAwaited: isAwaited, arguments: arguments)
    do throws(ResolutionError) {
      try await build.run()
      return nil
    } catch {
      return error
    }
  }

  /// The same within a build: writes the instance to `result`.
  package static func awaitRecord(
    _ record: Record, _ arguments: UnsafeRawPointer?, within resolver: any Resolver,
    to result: UnsafeMutableRawPointer
  ) async throws {
    guard let parent = resolver.backing.build?.takeUnretainedValue() else { return }
    let isAwaited = ThreadState.current.inOneCycle(asking: parent.registry) { record.isAwaited }
    let build = AsyncBuild(
      record, in: parent.container, parent: parent, isAwaited: isAwaited, arguments: arguments)
    try await build.run()
    OpaqueValue.copy(record.serviceType, from: build.memory, to: result)
  }

  /// The keys from the one that the program asked for to the one that an asynchronous factory builds.
  package static func path(behind resolver: any Resolver) -> [ServiceKey] {
    resolver.backing.build?.takeUnretainedValue().path ?? []
  }

  /// The address of the container that an asynchronous factory is a part of: the same for all of its resolvers.
  package static func builder(behind resolver: any Resolver) -> UnsafeRawPointer? {
    resolver.backing.build?.takeUnretainedValue().builder.resolver
  }
}

extension Record {
  /// The actor without which no instance can be built: of the factory, a decorator or a completion of Swift 6 code.
  package var enforcedActor: (any Actor)? {
    if let isolation = recipe.isolation, isolation.isEnforced { return isolation.actor }
    let settings = settings
    let all = settings.decorators.map(\.isolation) + settings.completionActors
    return all.lazy.compactMap { $0?.isEnforced == true ? $0?.actor : nil }.first
  }

  /// Whether instances must be awaited.
  package var mustBeAwaited: Bool {
    recipe.asyncFactory != nil || !settings.lateCompletions.isEmpty
  }
}
