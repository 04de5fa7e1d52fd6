import Facet
import FacetTestSupport
import Testing

/// An actor that registers what belongs to it.
actor Kitchen {
  private(set) var cooked = 0

  /// Registers a service whose factory uses the actor.
  func register(with container: Container, fileID: String = #fileID, line: Int = #line) {
    container.register(Meal.self, fileID: fileID, line: line) { _ in
      self.preconditionIsolated()
      self.cooked += 1
      return Meal()
    }
  }

  /// Registers a service whose factory uses nothing of the actor.
  func registerWithoutState(with container: Container) {
    container.register(Meal.self, name: "cold") { _ in Meal() }
  }

  /// Resolves on the actor.
  func order(from container: Container, name: String? = nil) throws -> Meal {
    try container.require(Meal.self, name: name)
  }
}

/// A service that any thread may use.
final class Meal: Sendable {}

/// An actor of the whole program.
@globalActor actor Cellar {
  static let shared = Cellar()
}

/// A service that belongs to the global actor.
@Cellar final class Wine {
  var isOpen = false
  init() { Cellar.shared.preconditionIsolated() }
}

/// A service that belongs to the main actor.
@MainActor final class Facade {
  var title: String
  init(title: String = "") {
    MainActor.preconditionIsolated()
    self.title = title
  }
}

/// What a facade is forwarded to.
protocol Page: AnyObject, Sendable {}
extension Facade: Page {}

/// Something that holds a facade.
struct Casing: Sendable { let facade: Facade }

/// A dependency of no actor.
final class Sundial: Sendable {}

/// What a resolve fails with on a thread that is on no actor.
func errorElsewhere<Service: Sendable>(
  _ container: Container, _ serviceType: Service.Type, name: String? = nil
) -> ResolutionError? {
  offActors { () -> ResolutionError? in
    do throws(ResolutionError) {
      _ = try container.require(serviceType, name: name)
      return nil
    } catch {
      return error
    }
  }
}

/// Runs a closure on a thread that is on no actor, and waits for it.
func offActors<Result: Sendable>(_ body: @escaping @Sendable () -> Result?) -> Result? {
  ThreadRun(body).result ?? nil
}

/// What a resolve gives on a thread that is on no actor.
func instanceElsewhere<Service: AnyObject & Sendable>(
  _ container: Container, _ serviceType: Service.Type
) -> Service? {
  offActors { () -> Service? in container.resolve(serviceType) }
}
