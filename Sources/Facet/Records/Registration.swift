/// Which registration it is: what is known before its factory, or the target of its forward.
package struct Origin {
  package let key: ServiceKey
  /// Where it was written.
  package let location: CodeLocation
  /// The registry whose lock guards it.
  package let owner: Registry
  /// The order of registration, which no other registration of the process has.
  package let order: Int

  package init(_ key: ServiceKey, at location: CodeLocation, in owner: Registry, order: Int? = nil) {
    (self.key, self.location, self.owner) = (key, location, owner)
    self.order = order ?? Origin.orders.next()
  }

  private static let orders = Counter()
  static var nextOrder: Int { orders.newest + 1 }
  package static func takeOrders(_ count: Int) -> Int { orders.take(count) }
}

/// A key that leads to a service: a `Record`, or a `Forward` to one.
package class Registration: Opaque, @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked: nothing here changes once others see it, and the subclasses say why they are safe.

  private final let origin: Origin
  package final let isForward: Bool
  /// The registration that it replaced under its key: set before others see it.
  final var replaced: Replaced?

  init(_ origin: Origin, isForward: Bool) {
    (self.origin, self.isForward) = (origin, isForward)
  }

  package final var key: ServiceKey { origin.key }
  package final var location: CodeLocation { origin.location }
  package final var owner: Registry { origin.owner }
  package final var order: Int { origin.order }

  /// The origin of a copy.
  final func origin(in registry: Registry, _ order: Int?) -> Origin {
    Origin(key, at: location, in: registry, order: order)
  }
  package final var serviceType: Any.Type { key.serviceType }
  package final var forward: Forward? { isForward ? known(self, as: Forward.self) : nil }
  /// Itself, or the target of a forward.
  package final var record: Record {
    isForward ? known(self, as: Forward.self).target : known(self, as: Record.self)
  }
}

/// The registration whose key another one took, and those before it.
final class Replaced {
  private(set) var last: (location: CodeLocation, order: Int)
  /// The places of the first seven before it: a program that registers without end does not fill the memory.
  private(set) var earlier: [CodeLocation] = []
  /// The service whose factory has registered the new one.
  var user: ServiceKey?

  /// Both registrations may be seen by others.
  init(_ old: Registration) {
    last = (old.location, old.order)
    if let before = old.replaced { earlier = before.earlier.prefix(6) + [before.last.location] }
  }
  /// The old registration has left the table: its note goes on with the new one.
  func adding(_ old: Registration) -> Replaced {
    // Set anew: a change in place would be checked at run time.
    if earlier.count < 7 { earlier = earlier + [last.location] }
    last = (old.location, old.order)
    if user != nil { user = nil }
    return self
  }
}

/// A registration that replaced another one with the same key.
package struct Replacement: Sendable {
  package let key: ServiceKey
  package let old: CodeLocation
  package let new: CodeLocation
  package let oldOrder: Int
  /// The order of the new registration.
  package let order: Int
  /// The places of those before, the first one first.
  package let earlier: [CodeLocation]
  /// The service whose factory has registered the new one.
  package let user: ServiceKey?

  init(of old: Replaced, by new: Registration) {
    (key, self.old, self.new) = (new.key, old.last.location, new.location)
    (oldOrder, order) = (old.last.order, new.order)
    (earlier, user) = (old.earlier, old.user)
  }
}
