extension Registry {
  /// Resolves a record itself with `await`, and drops the instance; returns the error if that fails.
  package nonisolated(nonsending) func awaitRecord(
    _ record: Record, _ arguments: Arguments?
  ) async -> ResolutionError? {
    let room = Room(record.serviceType)
    let build = AwaitedBuild(
      record, in: container.object, within: nil, party: nil, isAwaited: record.mustBeAwaited,
      arguments: arguments.flatMap { record.recipe.arguments?.copy($0) })
    do throws(ResolutionError) {
      try await build.run(into: room.slot)
      return nil
    } catch {
      return error
    }
  }

  /// Awaits a part of an asynchronous factory's build, through the resolver of the factory.
  package static func awaitPart(
    _ registration: Registration, _ arguments: Arguments?, by resolver: any Resolver, to slot: Slot
  ) async throws {
    let build = AwaitedBuild.behind(resolver)
    let record = registration.record
    let part = AwaitedBuild(
      registration, in: build.container, within: build, party: build.party, isAwaited: record.mustBeAwaited,
      arguments: arguments.flatMap { record.recipe.arguments?.copy($0) })
    try await part.run(into: slot)
  }

  /// Runs the decorators of a record on the new result of an asynchronous factory, each on its actor.
  package static func decorate(_ record: Record, by resolver: any Resolver, _ slot: Slot) async throws {
    try await AwaitedBuild.behind(resolver).decorate(by: record.settings.decorators, slot)
  }

  /// The keys from the top-level resolve to the service that an asynchronous factory builds.
  package static func path(behind resolver: any Resolver) -> [ServiceKey] {
    AwaitedBuild.behind(resolver).path.map(\.key)
  }

  /// The container that builds through a resolver: the same for all resolvers of an asynchronous factory.
  package static func builder(behind resolver: any Resolver) -> Container {
    resolver as? Container ?? AwaitedBuild.behind(resolver).builder.container.object
  }

  /// Another object that does the work of a resolver, so that a verification learns which instances hold it.
  package static func standIn(for resolver: any Resolver) -> any Resolver {
    if let container = resolver as? Container { return Container(standingFor: container) }
    return AwaitedBuild(standingFor: AwaitedBuild.behind(resolver))
  }
}

extension AwaitedBuild {
  static func behind(_ resolver: any Resolver) -> AwaitedBuild {
    guard let build = resolver.backing.build else {
      Facet.stop("An asynchronous factory resolves by its build.")
    }
    return build.object
  }
}

extension Record {
  /// The actor that every build needs: the actor of the factory, a decorator or a completion of Swift 6 code.
  package var enforcedActor: (any Actor)? {
    if let isolation = recipe.isolation, isolation.isEnforced { return isolation.actor }
    let settings = settings
    let all = settings.decorators.map(\.isolation) + settings.completionActors
    return all.lazy.compactMap { $0?.isEnforced == true ? $0?.actor : nil }.first
  }

  /// Whether instances must be awaited; like `isAwaited`, for callers outside of `Reclamation`.
  package var mustBeAwaited: Bool {
    recipe.hasAsyncFactory || !settings.lateCompletions.isEmpty
  }
}
