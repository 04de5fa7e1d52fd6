import Synchronization

/// A key in a registry: either its own record, or a forward to a record.
///
/// Everything here is fixed at registration, so any thread may read it.
package class Registration: @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked: all fields are constant, and both subclasses state why they
  // are safe.
  package final let key: ServiceKey
  /// Where the key was registered.
  package final let location: CodeLocation
  /// A unique, increasing number among the registrations of the process.
  package final let order: Int
  /// How many parents the registry of the key has.
  final let depth: Int16
  package final let isForward: Bool
  /// Whether there is neither a name nor an option.
  final let isPlain: Bool

  private static let orders = Atomic<Int>(0)

  /// The number of the next registration of the process, unless another thread takes it first.
  static var nextOrder: Int { orders.load(ordering: .relaxed) }

  /// Takes numbers for registrations that are about to be made, and returns the first one.
  static func takeOrders(_ count: Int) -> Int {
    orders.wrappingAdd(count, ordering: .relaxed).oldValue
  }

  /// Makes a registration; `order` is given only if it takes the place of another one.
  init(
    _ key: consuming ServiceKey, at location: consuming CodeLocation, depth: Int16, isForward: Bool,
    order: Int? = nil
  ) {
    self.order = order ?? Registration.orders.wrappingAdd(1, ordering: .relaxed).oldValue
    self.isForward = isForward
    self.depth = depth
    isPlain = key.name == nil && key.optionBox == nil
    self.key = consume key
    self.location = consume location
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

  /// The same, not counted, because the registration keeps the record or is the record.
  @inline(__always)
  final var borrowedRecord: Borrowed<Record> {
    let registration = Borrowed(self)
    return isForward
      ? registration.cast(to: Forward.self).read { Borrowed($0.target) } : registration.cast(to: Record.self)
  }

  /// The registration as a forward, if it is one.
  package final var forward: Forward? { self as? Forward }

  /// The lookup that finds this registration.
  final var lookup: Lookup { Lookup(serviceType, signature, name, option) }

  /// The hash of `lookup`.
  ///
  /// It needs no user code, because it excludes the option.
  @inline(__always)
  final var hash: UInt { Lookup.hash(serviceType, signature, name) }
}
