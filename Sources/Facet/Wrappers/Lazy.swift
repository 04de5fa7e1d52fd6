import Synchronization

/// Resolves a service at first use, and keeps it.
///
/// Resolves without a registration of its own when `Service` is registered, with the same name and arguments.
///
/// ```swift
/// container.register(Clinic.self) { r in Clinic(billing: r.resolve(Lazy<Billing>.self)!) }
/// // in Clinic, when the first bill is due:
/// billing.instance.send(bill)
/// ```
///
/// A lazy service that was obtained inside a cycle joins it: services of graph scope that the cycle built are used again, as
/// long as somebody holds them.
///
/// - Threads: safe from any thread; the service is built once, also when several ask at the same time.
/// - Lifetime: it keeps the container until it is used, unless it was handed to a service that the container itself keeps.
public final class Lazy<Service>: @unchecked Sendable {
  // Unchecked for `service`: it is written by the thread that has the turn, before `isBuilt` is set, and read after that.
  private let deferred: DeferredResolve
  private let turn = Turn()
  private let isBuilt = Atomic<Bool>(false)
  @usableFromInline
  private(set) var service: Service?

  fileprivate init(_ deferred: consuming DeferredResolve) {
    self.deferred = deferred
  }

  /// The service, built at first use.
  ///
  /// - Precondition: the service can be resolved, and the container is there at first use. If not, the program stops with
  ///   the full reason. ``require()`` throws it instead.
  @_alwaysEmitIntoClient
  public var instance: Service {
    do { return try require() } catch { stop(error) }
  }

  /// Gives the service, or throws the reason why it cannot be built.
  ///
  /// A failed build is not kept: the next use tries again.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  @_alwaysEmitIntoClient
  public func require() throws(ResolutionError) -> Service {
    if !isReady, let error = build() { throw error }
    return service.unsafelyUnwrapped
  }

  @usableFromInline
  var isReady: Bool { isBuilt.load(ordering: .acquiring) }

  /// Builds the service, or gives the reason why that fails.
  @usableFromInline
  func build() -> ResolutionError? {
    let thread = ThreadState.current
    switch Flights.take(turn, of: self, thread) {
    case .own: return loop([], thread)
    case .circle(let otherPath): return loop(otherPath, thread)
    case .taken: break
    }
    defer { Flights.giveBack(turn, of: self) }
    // Another thread may have built it since the first look.
    if isReady { return nil }
    let error = withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) { slot -> ResolutionError? in
      let result = slot.baseAddress.unsafelyUnwrapped
      if let error = deferred.resolve(Service.self, at: result, for: Self.self) { return error }
      service = result.move()
      return nil
    }
    if error == nil {
      isBuilt.store(true, ordering: .releasing)
      deferred.end()
    }
    return error
  }

  private func loop(_ otherPath: [ServiceKey], _ thread: ThreadState.Pointer) -> ResolutionError {
    ResolutionError(.loop, key: ServiceKey(Self.self), enclosing: thread.pointee.path, otherPath: otherPath)
  }
}

extension Lazy: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  @_optimize(speed)
  static func wrap(_ target: WrapperTarget, at result: UnsafeMutableRawPointer) -> Outcome {
    guard let deferred = DeferredResolve(of: Service.self, target, joinsCycle: true) else { return .missing }
    return target.handOut(Lazy(deferred), at: result)
  }
}

extension Lazy: ContainerKeeper {
  func stopKeepingContainer() {
    deferred.stopKeepingContainer()
  }
}
