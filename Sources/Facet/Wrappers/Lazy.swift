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
/// long as somebody holds them. The container is not kept alive.
///
/// - Threads: safe from any thread; the service is built once, also when several ask at the same time.
public final class Lazy<Service>: Sendable {
  private enum State {
    case waiting(DeferredResolution<Service>, GraphIdentifier)
    case built(Service)
  }

  private let state: Guarded<State>

  fileprivate init(_ deferred: DeferredResolution<Service>, _ graph: GraphIdentifier) {
    state = Guarded(.waiting(deferred, graph))
  }

  /// The service, built at first use.
  ///
  /// - Precondition: the service can be resolved, and the container is there at first use. If not, the program stops with
  ///   the full reason. ``require()`` throws it instead.
  public var instance: Service {
    do { return try require() } catch { stop(error.description) }
  }

  /// Gives the service, or throws the reason why it cannot be built.
  ///
  /// A failed build is not kept: the next use tries again.
  ///
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``.
  public func require() throws(ResolutionError) -> Service {
    while true {
      guard case .waiting(let deferred, let graph) = state.withLock({ $0 }) else { break }
      let resolution = Resolution.current
      switch Flights.claim(self, for: resolution) {
      case .granted(let flight):
        defer { Flights.end([flight]) }
        // Another thread may have built it since the first look.
        guard case .waiting = state.withLock({ $0 }) else { break }
        let service = try deferred.resolve(in: graph, for: Self.self)
        let built = state.withLock { state in
          let waiting = state
          state = .built(service)
          return waiting
        }
        _ = consume built
        return service
      case .over, .halfBuilt:
        continue
      case .own:
        throw loop([], resolution)
      case .loop(let otherPath):
        throw loop(otherPath, resolution)
      }
    }
    guard case .built(let service) = state.withLock({ $0 }) else { return try require() }
    return service
  }

  private func loop(_ otherPath: [ServiceKey], _ resolution: Resolution.Pointer) -> ResolutionError {
    let key = ServiceKey(serviceType: Self.self)
    return ResolutionError(.loop, key: key, path: resolution.pointee.path + [key], otherPath: otherPath)
  }
}

extension Lazy: ServiceWrapper {
  typealias Wrapped = Service

  static var isAlwaysResolvable: Bool { false }

  static func wrap<each Argument>(
    from container: Container, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> Lazy<Service> {
    let deferred = try DeferredResolution<Service>(
      from: container, name: name, arguments: repeat each arguments)
    return Lazy(deferred, Resolution.current.runningIdentifier)
  }
}
