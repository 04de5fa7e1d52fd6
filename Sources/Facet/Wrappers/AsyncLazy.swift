/// Resolves a service by `await` at first use, once.
///
/// The relative of ``Lazy`` for a service that must be awaited: it resolves without an `await` and without a registration of its own when
/// `Service` is registered, and builds nothing.
///
/// ```swift
/// container.register(Reports.self) { r in Reports(database: r.resolve(AsyncLazy<Database>.self)!) }
/// // in Reports:
/// let rows = try await database.require().rows
/// ```
///
/// - Threads: safe from any task. Tasks that use it at the same time get one instance; a failed build is not kept.
/// - Lifetime: it keeps the container until the service is there, unless it was handed to a service that the container itself keeps.
public final class AsyncLazy<Service>: @unchecked Sendable {
  // Unchecked for `Service`, which goes to any task, as it does from the container.
  private enum State {
    case unused
    case building(Task<Result<UncheckedValue<Service>, ResolutionError>, Never>)
    case built(Service)
  }

  private let deferred: DeferredResolve
  private let state = Guarded(State.unused)

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// Gives the service, built at the first use, or throws the reason why it cannot be built.
  ///
  /// The build goes on if a task that waits for it is cancelled. A service that needs this very lazy to be built is a loop.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public nonisolated(nonsending) func require() async throws(ResolutionError) -> Service {
    let state = state.withLock { state in
      if case .unused = state {
        state = .building(
          Task { [self] in
            let around = LazyBuilds.around + [ObjectIdentifier(self)]
            let result = await LazyBuilds.$around.withValue(around) { await build() }
            end(result)
            return result
          })
      }
      return state
    }
    switch state {
    case .built(let service): return service
    case .building(let task):
      // What it builds cannot need it.
      if LazyBuilds.around.contains(ObjectIdentifier(self)) {
        throw deferred.error(.loop, for: Service.self)
      }
      return try await task.value.get().value
    case .unused: preconditionFailure("A build was begun")
    }
  }

  private func build() async -> Result<UncheckedValue<Service>, ResolutionError> {
    // A recursion without end goes from task to task: no build is around the next one.
    if LazyBuilds.around.count > LazyBuilds.limit {
      return .failure(deferred.error(.tooDeep, for: Service.self))
    }
    do throws(ResolutionError) {
      return .success(UncheckedValue(try await deferred.requireAsync(for: AsyncLazy.self)))
    } catch {
      return .failure(error)
    }
  }

  private func end(_ result: Result<UncheckedValue<Service>, ResolutionError>) {
    let new: State = if case .success(let box) = result { .built(box.value) } else { .unused }
    // Released outside the lock.
    _ = state.exchange(new)
    if case .built = new { deferred.end() }
  }
}

extension AsyncLazy: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  static var isAlwaysResolvable: Bool { false }

  static func wrap(_ target: WrapperTarget, at result: UnsafeMutableRawPointer) -> Outcome {
    guard let deferred = DeferredResolve(of: Service.self, target, joinsCycle: false) else { return .missing }
    return target.handOut(AsyncLazy(deferred), at: result)
  }
}

extension AsyncLazy: ContainerKeeper {
  func stopKeepingContainer() {
    deferred.stopKeepingContainer()
  }
}

/// The lazies whose services the running task helps to build; inherited by all tasks that this takes.
private enum LazyBuilds {
  @TaskLocal static var around: [ObjectIdentifier] = []

  /// So many may be around one another.
  static var limit: Int { 200 }
}
