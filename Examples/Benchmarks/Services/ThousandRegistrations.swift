import Facet

/// A thousand registrations, as an application has them when it starts.
enum ThousandRegistrations {
  static let count = 1_000

  static func byHand() -> [ObjectIdentifier: HandWrittenFactory] {
    let registration = HandWrittenRegistration()
    registration.visitAll()
    return registration.factories
  }

  static func inContainer() -> Container {
    let container = Container()
    NodeRegistration(container: container).visitAll()
    return container
  }
}

typealias HandWrittenFactory = @Sendable () -> any AnyObject & Sendable

/// What one writes by hand: a dictionary of closures.
final class HandWrittenRegistration: DigitVisitor {
  var factories = [ObjectIdentifier: HandWrittenFactory]()

  func visit<X: Digit, Y: Digit, Z: Digit>(_: X.Type, _: Y.Type, _: Z.Type) {
    factories[ObjectIdentifier(Node<X, Y, Z>.self)] = { Node<X, Y, Z>(beside: nil, below: nil) }
  }
}
