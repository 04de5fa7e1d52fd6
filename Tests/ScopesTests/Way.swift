import Facet
import FacetTestSupport

/// The ways in which one service leads to the next, as deep as a test wants.
enum Way: String, CaseIterable, Codable, Sendable {
  case factories
  case completions
  case conversions
  case storages
  case arguments
  case decorators
  case customScopes
  case lazies
  case providers

  /// How many services fit on 512 KB in debug: what the article promises, and some less where it says how many it may be.
  var countOn512KB: Int {
    switch self {
    case .factories: 85
    case .conversions, .storages, .arguments, .decorators, .customScopes, .providers: 60
    case .completions, .lazies: 50
    }
  }

  /// Chains that are too deep for their stacks, in release as well.
  ///
  /// The way decides what is on the stack between two checks of it, however large the stack is: so one is enough for 8 MB.
  static let tooDeep: [(way: Way, depth: Int, stackSize: Int)] =
    allCases.map { ($0, 2_000, 512 << 10) } + [(.factories, 30_000, 8 << 20)]

  /// Registers service `number`, which calls `visit`, and then leads to the one below if there is one.
  func register(
    _ number: Int, below: Int?, in container: Container, errors: Recorder<ResolutionError>,
    visit: @escaping @Sendable () -> Void = {}
  ) {
    let name = "\(number)"
    @Sendable func descend(_ r: any Resolver) {
      visit()
      guard let below else { return }
      do throws(ResolutionError) {
        try require(below, by: r)
      } catch {
        errors.add(error)
      }
    }
    switch self {
    case .factories, .lazies, .providers:
      container.register(Step.self, name: name) { r in
        descend(r)
        return Step()
      }
    case .customScopes:
      container.register(Step.self, name: name) { r in
        descend(r)
        return Step()
      }.inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
    case .arguments:
      container.register(Step.self, name: name) { (r, _: Int) in
        descend(r)
        return Step()
      }
    case .decorators:
      container.register(Step.self, name: name) { _ in Step() }
      container.decorate(Step.self, name: name) { r, step in
        descend(r)
        return step
      }
    case .completions:
      container.register(Step.self, name: name) { _ in Step() }.initCompleted { r, _ in descend(r) }
    case .conversions:
      container.register(Step.self, name: name) { _ in Step() }
        .implements((any Stepping).self, name: name) { [unowned container] step in
          descend(container)
          return step
        }
    case .storages:
      container.register(Step.self, name: name) { _ in Step() }
        .inObjectScope(
          ObjectScope(storageFactory: { [unowned container] in Asking { descend(container) } }))
    }
  }

  private func require(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    switch self {
    case .factories, .completions, .storages, .decorators, .customScopes: try requireStep(number, by: r)
    case .conversions: try requireConverted(number, by: r)
    case .arguments: try requireWithArgument(number, by: r)
    case .lazies: try requireLazily(number, by: r)
    case .providers: try requireByProvider(number, by: r)
    }
  }

  // Functions of their own: without an optimizer each has memory for all that it resolves.

  private func requireStep(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Step.self, name: "\(number)")
  }

  private func requireConverted(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require((any Stepping).self, name: "\(number)")
  }

  private func requireWithArgument(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Step.self, name: "\(number)", argument: number)
  }

  private func requireLazily(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Lazy<Step>.self, name: "\(number)").require()
  }

  private func requireByProvider(_ number: Int, by r: any Resolver) throws(ResolutionError) {
    _ = try r.require(Provider<Step>.self, name: "\(number)").require()
  }

  func resolve(_ number: Int, from container: Container) -> Bool {
    switch self {
    case .factories, .completions, .storages, .decorators, .customScopes, .lazies, .providers:
      container.resolve(Step.self, name: "\(number)") != nil
    case .arguments: container.resolve(Step.self, name: "\(number)", argument: number) != nil
    case .conversions: container.resolve((any Stepping).self, name: "\(number)") != nil
    }
  }
}
protocol Stepping: Sendable {}
final class Step: Stepping {}
/// Does something the first time that it is asked.
private final class Asking: InstanceStorage {
  var instance: Any?
  private var ask: (() -> Void)?
  init(_ ask: @escaping () -> Void) { self.ask = ask }
  func instance(inGraph graph: GraphIdentifier) -> Any? {
    let ask = self.ask
    self.ask = nil
    ask?()
    return instance
  }
}
