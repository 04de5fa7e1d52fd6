import Synchronization

/// A key in a registry: either a record of its own, or a forward to one.
///
/// Everything here is fixed at registration, so any thread may read it.
package class Registration: @unchecked Sendable {
  // Unchecked because a class that is inherited from cannot be checked: all fields are constant, and both subclasses say why
  // they are safe.
  package final let key: ServiceKey
  /// Where the key was written.
  package final let location: CodeLocation
  /// A number that no other registration of the process has, increasing.
  package final let order: Int
  /// How many parents the registry of the key has.
  final let depth: Int16
  package final let isForward: Bool
  /// Whether there is neither a name nor an option.
  final let isPlain: Bool

  private static let orders = Atomic<Int>(0)

  /// The number of the next registration of the process, unless another thread is faster.
  static var nextOrder: Int { orders.load(ordering: .relaxed) }

  /// Takes numbers for registrations that are about to be made, and gives the first.
  static func takeOrders(_ count: Int) -> Int {
    orders.wrappingAdd(count, ordering: .relaxed).oldValue
  }

  /// Makes a registration; `order` is given by one that takes the place of another, and left out by the others.
  init(
    _ key: consuming ServiceKey, at location: consuming CodeLocation, depth: Int16, isForward: Bool,
    order: Int? = nil
  ) {
    self.isForward = isForward
    self.depth = depth
    isPlain = key.name == nil && key.optionBox == nil
    self.key = key
    self.location = location
    self.order = order ?? Registration.orders.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  @inline(__always)
  package final var serviceType: Any.Type { key.serviceType }
  @inline(__always)
  final var signature: Any.Type? { key.signature }
  @inline(__always)
  final var name: String? { key.name }
  @inline(__always)
  final var option: OptionBox? { key.optionBox }

  /// The record behind the key.
  package final var record: Record { borrowedRecord.object }

  /// The same, not counted: a registration keeps it, or is it.
  @inline(__always)
  final var borrowedRecord: Borrowed<Record> {
    let registration = Borrowed(self)
    return isForward
      ? registration.cast(to: Forward.self).read { Borrowed($0.target) } : registration.cast(to: Record.self)
  }

  /// The registration as a forward, if it is one.
  package final var forward: Forward? { self as? Forward }

  /// What finds this registration.
  final var lookup: Lookup { Lookup(serviceType, signature, name, option) }

  /// The hash of `lookup`, which takes no user code: the option has no part in it.
  @inline(__always)
  final var hash: UInt { Lookup.hash(serviceType, signature, name) }
}
