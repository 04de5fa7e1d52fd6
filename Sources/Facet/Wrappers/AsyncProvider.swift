/// Resolves a service by `await` each time it is asked, with arguments that are given then.
///
/// The relative of ``Provider`` for a service that must be awaited: it resolves without an `await` and without a registration of its own.
///
/// ```swift
/// container.register(Connection.self) { _, host async throws in try await Connection.open(host) }
/// container.register(Pool.self) { r in Pool(connect: r.resolve(AsyncProvider<Connection, String>.self)!) }
/// // in Pool:
/// let connection = try await connect.require("db.local")
/// ```
///
/// - Threads: safe from any task.
/// - Lifetime: it keeps the container, unless it was handed to a service that the container itself keeps.
public final class AsyncProvider<Service, each Argument>: Sendable {
  private let deferred: DeferredResolve

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// Resolves a service for this call, or throws the reason why that fails.
  ///
  /// - Parameter arguments: are handed to the factory.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public nonisolated(nonsending) func require(
    _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> Service {
    try await deferred.requireAsync(for: Self.self, repeat each arguments)
  }
}

extension AsyncProvider: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  static var argumentsAtUse: Any.Type? { Signature<repeat each Argument>.identity }

  static func wrap(_ target: WrapperTarget, at result: UnsafeMutableRawPointer) -> Outcome {
    guard let target = target.taking(argumentsAtUse),
      let deferred = DeferredResolve(of: Service.self, target, joinsCycle: false)
    else { return .missing }
    return target.handOut(Self(deferred), at: result)
  }
}

extension AsyncProvider: ContainerKeeper {
  func stopKeepingContainer() {
    deferred.stopKeepingContainer()
  }
}

extension DeferredResolve {
  /// Resolves by `await`; an error names the type that was used, `wrapper`.
  ///
  /// The arguments are those that are given at use; without any, those that were given before.
  // Never inlined: see `ResolverBacking.required`.
  @inline(never)
  nonisolated(nonsending) func requireAsync<Service, each Argument>(
    for wrapper: Any.Type, _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> Service {
    let (key, container, known) = target(Service.self)
    guard let container else {
      throw ResolutionError(
        .containerGone, key: ServiceKey(wrapper, signature: key.signature, name: key.name))
    }
    // What is awaited borrows it, and this may be its only owner.
    defer { _fixLifetime(container) }
    let tuple = (repeat each arguments)
    let begun = try withUnsafePointer(to: tuple) { pointer throws(ResolutionError) in
      let given = Signature<repeat each Argument>.isEmpty ? nil : UnsafeRawPointer(pointer)
      return try container.backing.start(
        Service.self, key.signature, key.name, given ?? known.map { UnsafeRawPointer($0.pointer) })
    }
    switch begun {
    case .ready(let service): return service
    case .awaited(let started):
      // Not by `direct`: nobody knows the types of arguments that were given before, and this is a function for all of them.
      let build = started.build.takeRetainedValue()
      build.keepContainer()
      try await NestedUses.run(build)
      return build.take(as: Service.self)
    }
  }
}

/// The uses of wrappers that are around the code of a task: a recursion without end begins a new chain of builds each time.
private enum NestedUses {
  @TaskLocal private static var count = 0

  /// Runs a build as one more use.
  nonisolated(nonsending) static func run(_ build: AsyncBuild) async throws(ResolutionError) {
    guard count < AsyncBuild.depthLimit else { throw build.error(.tooDeep) }
    var failure: ResolutionError?
    await $count.withValue(count + 1) {
      do throws(ResolutionError) {
        try await build.run()
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
