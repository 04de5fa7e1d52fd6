import Facet

/// A thousand types, each registered and resolved once, in a process that knows none of them; by hand, closures in a dictionary.
enum StartUp {
  /// The microseconds that it takes.
  static func run(byHand: Bool) -> Double {
    let container = Container(defaultObjectScope: .transient)
    var closures: [ObjectIdentifier: () -> Any] = [:]
    let time = seconds {
      forEachType { register in
        if byHand { register.byHand(&closures) } else { register.in(container) }
      }
    }
    return time * 1e6
  }

  private struct Thing<A, B, C> {
    let number = 7
  }

  /// What can be done with one of the types.
  private struct Registering {
    let `in`: (Container) -> Void
    let byHand: (inout [ObjectIdentifier: () -> Any]) -> Void

    init<Service>(_ make: @escaping @Sendable () -> Service) {
      `in` = { container in
        container.register(Service.self) { _ in make() }
        consume(container.resolve(Service.self)!)
      }
      byHand = { closures in
        closures[ObjectIdentifier(Service.self)] = { make() }
        consume(closures[ObjectIdentifier(Service.self)]!() as! Service)
      }
    }
  }

  private static func forEachType(_ body: (Registering) -> Void) {
    func third<A, B>(_: A.Type, _: B.Type) {
      func visit<C>(_: C.Type) { body(Registering { Thing<A, B, C>() }) }
      forEachDigit { visit($0) }
    }
    func second<A>(_: A.Type) {
      func visit<B>(_: B.Type) { third(A.self, B.self) }
      forEachDigit { visit($0) }
    }
    forEachDigit { second($0) }
  }

  private static func forEachDigit(_ body: (any Any.Type) -> Void) {
    let digits: [any Any.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self,
      UInt64.self,
    ]
    for digit in digits { body(digit) }
  }
}
