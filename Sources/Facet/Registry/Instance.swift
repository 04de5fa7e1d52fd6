import Synchronization

/// An instance that outlives the resolve that made it, as all threads see it: held strongly or weakly.
final class Instance: @unchecked Sendable {
  // Unchecked: everything is fixed before the object is published, except the weak reference and `conversions`.
  // Several threads may safely load the weak reference while its object dies.

  let type: Any.Type
  private let slotType: SlotType
  /// Increases in the order in which the instances of a process were made.
  let number: Int
  /// The service; `nil` if its object is held weakly.
  private let cell: Cell?
  private weak var object: AnyObject?
  /// The instances that this one received, if it must end in order; set at the end of its build, and read only afterwards.
  var needs: Needs?
  /// The same instance as the types that it was forwarded to, so that it is cast only once for each type.
  private let conversions = AtomicReference<Conversion>(nil)

  /// Copies the service in a slot.
  ///
  /// If `number` is given, it is the number of an instance that was made before.
  init(_ type: Any.Type, _ slotType: SlotType, from slot: Slot, number: Int? = nil) {
    self.type = type
    self.slotType = slotType
    self.number = number ?? CreationNumber.next()
    let cell = Cell.allocate(slotType)
    cell.fill(slotType, from: slot)
    self.cell = cell
  }

  /// Copies the service of a record in a slot.
  convenience init(of record: Record, from slot: Slot, number: Int? = nil) {
    self.init(record.serviceType, record.recipe.slotType, from: slot, number: number)
  }

  /// Holds the object of another instance weakly; `nil` if it is a value.
  init?(weakly other: Instance) {
    guard let object = other.heldObject else { return nil }
    type = other.type
    slotType = other.slotType
    number = other.number
    cell = nil
    self.object = object
  }

  deinit {
    guard let cell else { return }
    cell.destroy(slotType)
    cell.deallocate()
  }

  var isWeak: Bool { cell == nil }

  /// The owner that keeps the instance alive; `nil` if it was held weakly and has died.
  var owner: AnyObject? { isWeak ? object : self }

  /// The held object, also within an optional; `nil` for a value.
  var heldObject: AnyObject? {
    guard let boxed else { return nil }
    return reference(in: boxed) ?? reference(in: unwrapped(boxed))
  }

  /// The instance in a box; `nil` if it was held weakly and has died.
  var boxed: Any? {
    guard let cell else { return object }
    return Slot.withOpened(type) { slot in
      cell.copy(slotType, to: slot)
      return slot.boxed(type)
    }
  }

  /// Copies the instance to a slot; `missing` if it was held weakly and has died.
  @inline(__always)
  func copy(to slot: Slot) -> Outcome {
    guard let cell else { return copyWeakly(to: slot) }
    cell.copy(slotType, to: slot)
    return .reusedFromContainer
  }

  private func copyWeakly(to slot: Slot) -> Outcome {
    guard let object else { return .missing }
    if case .object(let type) = slotType {
      slot.put(object, of: type)
    } else if !slot.put(object, as: type) {
      return .missing
    }
    return .reusedWeakly
  }

  // MARK: - Conversions

  /// The instance as another type, if that conversion was kept.
  @inline(__always)
  func converted(to type: Any.Type) -> Borrowed<Instance>? {
    var next = conversions.loaded
    while let conversion = next {
      if conversion.read({ $0.instance.type == type }) { return conversion.read { Borrowed($0.instance) } }
      next = conversion.read { $0.next.loaded }
    }
    return nil
  }

  /// Keeps a conversion of this instance.
  func keep(_ converted: Instance) {
    let new = Conversion(converted)
    if conversions.setFirst(new) { return }
    var last = conversions.loaded
    while let conversion = last, !conversion.read({ $0.next.setFirst(new) }) {
      last = conversion.read { $0.next.loaded }
    }
  }
}

/// One of the types of an instance; a short list, because a service has few types.
private final class Conversion: Sendable {
  let instance: Instance
  let next = AtomicReference<Conversion>(nil)

  init(_ instance: Instance) { self.instance = instance }
}

/// Numbers that tell which of two instances was made first.
enum CreationNumber {
  private static let counter = Atomic<Int>(0)

  static func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The number of the last instance.
  static var last: Int { counter.load(ordering: .relaxed) }
}
