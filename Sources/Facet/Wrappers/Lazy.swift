import Synchronization

/// Resolves a service at first use, and keeps it.
///
/// It resolves without its own registration when `Service` is registered with the same name and arguments.
///
/// ```swift
/// container.register(Clinic.self) { r in Clinic(billing: r.resolve(Lazy<Billing>.self)!) }
/// // in Clinic, when the first bill is due:
/// billing.value.send(bill)
/// ```
///
/// A lazy service that was resolved inside a top-level resolve joins that: it uses the instances of graph scope again, if another
/// owner still holds them.
///
/// - Threads: safe from any thread. The service is built once, even if several threads use it at the same time.
/// - Lifetime: it keeps the container until it is used, unless it was resolved during the build of a service that the container keeps.
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
  /// - Precondition: the service can be resolved, and the container exists at the first use. If not, the program stops with the
  ///   full reason. ``require()`` throws the reason instead.
  @_alwaysEmitIntoClient
  public var value: Service {
    do { return try require() } catch { stop(error) }
  }

  /// Swinject's name for ``value``.
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public var instance: Service { value }

  /// Returns the service, or throws the reason of the failure.
  ///
  /// A failed build is not kept: the next use tries again.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  @_alwaysEmitIntoClient
  public func require() throws(ResolutionError) -> sending Service {
    if !isReady, let error = build() { throw error }
    return service!
  }

  @usableFromInline
  var isReady: Bool { isBuilt.load(ordering: .acquiring) }

  /// Builds the service, or returns the reason of the failure.
  @usableFromInline
  func build() -> ResolutionError? {
    let thread = Thread.current
    switch turn.take(for: thread, of: self) {
    case .own: return loop([], thread)
    case .circle(let otherPath): return loop(otherPath, thread)
    case .taken: break
    }
    defer { turn.giveBack(of: self) }
    // Another thread may have built it since the first look.
    if isReady { return nil }
    do throws(ResolutionError) {
      service = try deferred.resolve(Service.self, for: Self.self)
    } catch {
      return error
    }
    isBuilt.store(true, ordering: .releasing)
    deferred.end()
    return nil
  }

  private func loop(_ otherPath: [PathStep], _ thread: Thread) -> ResolutionError {
    ResolutionError(.loop, key: ServiceKey(Self.self), enclosing: thread.path, otherPath: otherPath)
  }
}

extension Lazy: ServiceWrapper {
  static var wrappedType: Any.Type { Service.self }

  static func wrap(_ target: WrapperTarget, at slot: Slot) -> Outcome {
    guard let deferred = DeferredResolve(of: Service.self, target, joinsCycle: true) else { return .missing }
    slot.put(Lazy(deferred))
    return .built
  }
}
