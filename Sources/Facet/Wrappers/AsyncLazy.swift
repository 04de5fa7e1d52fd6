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
    case building(AsyncNode)
    case built(Service)
  }

  private let deferred: DeferredResolve
  private let state = Guarded(State.unused)

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// Gives the service, built at the first use, or throws the reason why it cannot be built.
  ///
  /// The build goes on if a task that waits for it is cancelled: that one is told so by ``ResolutionError/Code/cancelled``. A service
  /// that needs this very lazy to be built is a loop.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public nonisolated(nonsending) func require() async throws(ResolutionError) -> Service {
    while true {
      let node: AsyncNode
      switch state.value {
      case .built(let service): return service
      case .building(let known): node = known
      case .unused:
        guard let new = begin() else { continue }
        node = new
      }
      guard let wait = AsyncFlights.wait(forLazy: node) else {
        throw deferred.error(.loop, for: Service.self)
      }
      switch await AsyncFlights.finish(wait) {
      // The service is handed over by the state.
      case .instance, .lookAgain: continue
      case .failed(let error): throw error
      case .cancelled: throw deferred.error(.cancelled, for: Service.self)
      }
    }
  }

  /// Begins to build, in a task that the end of those that wait does not cancel; `nil` if another one has begun.
  private func begin() -> AsyncNode? {
    let around = CurrentBuild.current
    let node = AsyncNode(enclosing: around?.build)
    let isFirst = state.withLock { state in
      guard case .unused = state else { return false }
      state = .building(node)
      return true
    }
    guard isFirst else { return nil }
    // A recursion without end goes from task to task: no build is around the next one.
    let isTooDeep = (around?.lazyDepth ?? 0) >= LazyBuilds.limit
    Task {
      await CurrentBuild.run(node, nil) {
        let result: Result<Service, ResolutionError>
        do throws(ResolutionError) {
          if isTooDeep { throw deferred.error(.tooDeep, for: Service.self) }
          result = .success(try await deferred.requireAsync(for: AsyncLazy.self))
        } catch {
          result = .failure(error)
        }
        end(node, result)
      }
    }
    return node
  }

  private func end(_ node: AsyncNode, _ result: Result<Service, ResolutionError>) {
    switch result {
    case .success(let service):
      _ = state.exchange(.built(service))
      deferred.end()
      AsyncFlights.end(lazy: node, .lookAgain)
    case .failure(let error):
      _ = state.exchange(.unused)
      AsyncFlights.end(lazy: node, .failed(error))
    }
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

private enum LazyBuilds {
  /// So many may be around one another.
  static var limit: Int { 200 }
}
