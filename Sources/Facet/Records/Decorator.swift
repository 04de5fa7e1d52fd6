/// Wraps a service.
package final class Decorator: Sendable {
  package typealias Action =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments, _ inner: Instance) throws -> Instance

  private let action: Action
  let isolation: Isolation?
  package let location: CodeLocation
  /// Tells which one was declared first.
  let order = Decorator.orders.next()
  private static let orders = Counter()

  init(_ action: @escaping Action, on isolation: Isolation?, at location: CodeLocation) {
    (self.action, self.isolation, self.location) = (action, isolation, location)
  }

  func run(_ resolver: any Resolver, _ arguments: Arguments, _ inner: Instance) throws -> Instance {
    do {
      return try action(resolver, arguments, inner)
    } catch {
      throw error is ResolutionError ? error : DecoratorFailure(error: error, location: location)
    }
  }
}

/// An action that runs when an instance ends.
package struct Disposer: Sendable {
  enum Action {
    case now(@Sendable (Instance) throws -> Void)
    case later(@Sendable (Instance) async throws -> Void)
  }
  let action: Action
  let isolation: Isolation?

  /// Whether it can run on the calling thread, without an await.
  var canRunHere: Bool { if case .now = action { isolation?.isCurrent != false } else { false } }
}

func decoratedForward(_ key: ServiceKey, at location: CodeLocation, to target: ServiceKey) -> String {
  let names = TypeNames(of: [key, target])
  return """
    Precondition failed: Cannot decorate \(names.text(for: key)), which is forwarded to \(names.text(for: target))

      Written at \(location)

    To fix this, decorate \(names.text(for: target)): its forwards show the same instance.
    """
}

struct DecoratorFailure: Error {
  let error: any Error
  let location: CodeLocation
}

package struct CompletionFailure: Error {
  let error: any Error

  package static func wrapping(_ error: any Error) -> any Error {
    error is ResolutionError || error is CompletionFailure ? error : CompletionFailure(error: error)
  }
}
