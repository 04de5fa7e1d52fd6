extension Registry {
  /// Resolves a record itself by `await`, and drops the instance; gives the reason if that fails.
  package nonisolated(nonsending) func awaitRecord(
    _ record: Record, _ arguments: UnsafeRawPointer?
  ) async -> ResolutionError? {
    let build = AsyncBuild(
      record, in: container, parent: nil, isAwaited: record.mustBeAwaited, arguments: arguments)
    do throws(ResolutionError) {
      try await build.run()
      return nil
    } catch {
      return error
    }
  }

  /// Awaits a part of what an asynchronous factory builds, by the resolver that this got: writes the instance to `result`.
  package static func awaitPart(
    _ registration: Registration, _ arguments: UnsafeRawPointer?, by resolver: any Resolver,
    to result: UnsafeMutableRawPointer
  ) async throws {
    let build = build(behind: resolver)
    let part = AsyncBuild(
      registration, in: build.container, parent: build, isAwaited: registration.record.mustBeAwaited,
      arguments: arguments)
    try await part.run()
    OpaqueValue.copy(registration.serviceType, from: part.converted.address ?? part.memory, to: result)
  }

  /// Runs the decorators of a record on what an asynchronous factory has just made, each on its actor.
  package static func decorate(_ record: Record, by resolver: any Resolver) async throws {
    try await build(behind: resolver).decorate(by: record.settings.decorators)
  }

  /// The keys from the one that the program asked for to the one that an asynchronous factory builds.
  package static func path(behind resolver: any Resolver) -> [ServiceKey] { build(behind: resolver).path }

  /// The address of the container that an asynchronous factory is a part of: the same for all of its resolvers.
  package static func builder(behind resolver: any Resolver) -> UnsafeRawPointer {
    build(behind: resolver).builder.resolver
  }

  static func build(behind resolver: any Resolver) -> AsyncBuild {
    guard let build = resolver.backing.build else {
      stop("An asynchronous factory resolves by its build.")
    }
    return build.takeUnretainedValue()
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

  /// Whether instances must be awaited; like `isAwaited`, for callers that are no participants of `Reclamation`.
  package var mustBeAwaited: Bool {
    recipe.hasAsyncFactory || !settings.lateCompletions.isEmpty
  }
}
