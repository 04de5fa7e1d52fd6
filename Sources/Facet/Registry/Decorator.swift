import Synchronization

/// Wraps the result of a factory before it becomes visible.
///
/// An object, so that it is added to a record only once.
package final class Decorator: Sendable {
  /// Replaces the service in a slot; after an error, the slot is empty.
  ///
  /// User code.
  package typealias Action =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments?, _ service: Slot) throws -> Void

  private let action: Action
  /// The actor that the decorator was written on.
  let isolation: Isolation?
  package let location: CodeLocation
  /// Increases in the order of the declarations of the process.
  let order = Decorator.count.wrappingAdd(1, ordering: .relaxed).newValue

  private static let count = Atomic<Int>(0)

  init(_ action: @escaping Action, on isolation: Isolation?, at location: CodeLocation) {
    self.action = action
    self.isolation = isolation
    self.location = location
  }

  /// Replaces the service; adds the decorator's location to an error of the user's code.
  func run(_ resolver: any Resolver, _ arguments: Arguments?, _ service: Slot) throws {
    do {
      try action(resolver, arguments, service)
    } catch {
      throw error is ResolutionError ? error : DecoratorFailure(error: error, location: location)
    }
  }
}

/// The error of a decorator, until it becomes a `ResolutionError`.
struct DecoratorFailure: Error {
  let error: any Error
  let location: CodeLocation
}

/// The error of an `initCompleted`, until it becomes a `ResolutionError`.
package struct CompletionFailure: Error {
  let error: any Error

  /// A missing service already has its reason, and needs no second one.
  package static func wrapping(_ error: any Error) -> any Error {
    error is ResolutionError || error is CompletionFailure ? error : CompletionFailure(error: error)
  }
}

/// The text for a decorator of a key that is forwarded.
func decoratedForward(_ key: ServiceKey, at location: CodeLocation, to target: ServiceKey) -> String {
  let names = TypeNames(of: [key, target])
  return """
    Precondition failed: Cannot decorate \(names.text(for: key)), which is forwarded to \(names.text(for: target))

      Written at \(location)

    To fix this, decorate \(names.text(for: target)): its forwards show the same instance.
    """
}
