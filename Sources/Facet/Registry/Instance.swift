import Synchronization

/// An instance that outlives the resolve that made it, as all threads see it: kept, or held weakly.
final class Instance: @unchecked Sendable {
  // Unchecked: all is fixed before the object is published, but for the weak reference, which is safe to load from
  // several threads while its object dies, and for `conversions`.

  let type: Any.Type
  private let slotType: SlotType
  /// Increases in the order in which the instances of a process were made.
  let number: Int
  /// The service; `nil` if its object is held weakly.
  private let cell: Cell?
  private weak var object: AnyObject?
  /// The instances that this one got, if it has to be ended in order; set before it is published, and not read before.
  var needs: Needs?
  /// The same instance as the types that it was forwarded to, so that each is cast once.
  private let conversions = AtomicReference<Conversion>(nil)

  /// Copies the service in a slot.
  ///
  /// It has the `number` of one that was made before, if that is given.
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

  /// Holds the object of another one weakly; `nil` if that is a value.
  init?(weakly other: Instance) {
    guard let object = other.heldObject else { return nil }
    type = other.type
    slotType = other.slotType
    number = other.number
    cell = nil
    self.object = object
    needs = other.needs
  }

  deinit {
    guard let cell else { return }
    cell.destroy(slotType)
    cell.deallocate()
  }

  var isWeak: Bool { cell == nil }

  /// What keeps the instance alive; `nil` if it was held weakly and has died.
  var owner: AnyObject? { isWeak ? object : self }

  /// The object that is kept, also within an optional; `nil` for a value.
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
    guard let object, slot.put(object, as: type) else { return .missing }
    return .reusedWeakly
  }

  // MARK: - Conversions

  /// The instance as another type, if it was kept as that.
  @inline(__always)
  func converted(to type: Any.Type) -> Borrowed<Instance>? {
    var next = conversions.loaded
    while let conversion = next {
      if conversion.read({ $0.instance.type == type }) { return conversion.read { Borrowed($0.instance) } }
      next = conversion.read { $0.next.loaded }
    }
    return nil
  }

  /// Keeps the instance as the type of another one, which is this one converted.
  func keep(_ converted: Instance) {
    let new = Conversion(converted)
    if conversions.setFirst(new) { return }
    var last = conversions.loaded
    while let conversion = last, !conversion.read({ $0.next.setFirst(new) }) {
      last = conversion.read { $0.next.loaded }
    }
  }
}

/// One of the types of an instance; a short list, for a service has few.
private final class Conversion: Sendable {
  let instance: Instance
  let next = AtomicReference<Conversion>(nil)

  init(_ instance: Instance) { self.instance = instance }
}

/// Numbers that tell which of two instances was made first.
enum CreationNumber {
  private static let counter = Atomic<Int>(0)

  static func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The number of the instance that was made last.
  static var last: Int { counter.load(ordering: .relaxed) }
}
