import Synchronization

/// Wraps what a factory made, before anybody sees it.
///
/// An object, so that none is added to a record twice.
package final class Decorator: Sendable {
  /// Replaces the service in a slot; if it throws, nothing is left there.
  ///
  /// User code.
  package typealias Action =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments?, _ service: Slot) throws -> Void

  private let action: Action
  /// The actor that it was written on.
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

  /// Replaces the service; what the user's code throws has the decorator's place with it.
  func run(_ resolver: any Resolver, _ arguments: Arguments?, _ service: Slot) throws {
    do {
      try action(resolver, arguments, service)
    } catch {
      throw error is ResolutionError ? error : DecoratorFailure(error: error, location: location)
    }
  }
}

/// What a decorator threw, until an error says it.
struct DecoratorFailure: Error {
  let error: any Error
  let location: CodeLocation
}

/// What an `initCompleted` threw, until an error says it.
package struct CompletionFailure: Error {
  let error: any Error

  /// The reason why a service is missing needs no second one.
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
