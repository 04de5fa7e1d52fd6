/// A key that leads to a service: a `Record`, or a `Forward` to one.
package class Registration: @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked: nothing here changes, and the subclasses say why they are safe.

  package final let key: ServiceKey
  /// Where it was written.
  package final let location: CodeLocation
  /// The order of registration, which no other registration of the process has.
  package final let order: Int
  /// The registry whose lock guards it.
  package final let owner: Registry
  package final let isForward: Bool

  private static let orders = Counter()
  static var nextOrder: Int { orders.newest + 1 }
  static func takeOrders(_ count: Int) -> Int { orders.take(count) }

  init(_ key: ServiceKey, at location: CodeLocation, in owner: Registry, isForward: Bool, order: Int?) {
    self.order = order ?? Registration.orders.next()
    (self.key, self.location, self.owner, self.isForward) = (key, location, owner, isForward)
  }

  package final var serviceType: Any.Type { key.serviceType }
  package final var forward: Forward? { isForward ? known(self, as: Forward.self) : nil }
  /// Itself, or the target of a forward.
  package final var record: Record {
    isForward ? known(self, as: Forward.self).target : known(self, as: Record.self)
  }
}
