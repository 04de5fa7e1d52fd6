import Synchronization

/// An instance that outlives its cycle, as all threads see it: held strongly or weakly.
final class SharedInstance: @unchecked Sendable {
  // Unchecked: all is fixed before the object is published, but for the weak reference, which is safe to load from
  // several threads while its object dies.

  let type: Any.Type
  let form: ServiceForm
  /// Whether the object is held weakly.
  ///
  /// Then `storage` has its words if it is a reference, but does not own it.
  let isWeak: Bool
  /// Increases in the order in which the instances of a process were made.
  let number: Int
  private let size: Int
  private let storage: UnsafeMutableRawPointer
  private weak var object: AnyObject?
  /// For an object that is held weakly: what it was handed, and keeps the container.
  private let weakKeepers: [WeakReference]

  /// Copies the value at `source`.
  ///
  /// It has the `number` of one that was made before, if that is given. The keepers are what it may have been handed, if it will be
  /// held weakly.
  init(
    _ type: Any.Type, size: Int, form: ServiceForm, from source: UnsafeRawPointer, number: Int? = nil,
    keepers: [any ContainerKeeper] = []
  ) {
    self.type = type
    self.form = form
    self.size = size
    isWeak = false
    self.number = number ?? CreationNumber.next()
    weakKeepers = keepers.map { WeakReference($0) }
    storage = OpaqueValue.allocate(type)
    OpaqueValue.copy(type, from: source, to: storage)
  }

  /// Makes one that holds the object of another one weakly.
  ///
  /// The keepers are what it may have been handed.
  init(weak other: SharedInstance, keepers: [any ContainerKeeper]) {
    weakKeepers = keepers.map { WeakReference($0) }
    type = other.type
    form = other.form
    size = other.size
    isWeak = true
    number = other.number
    storage = OpaqueValue.allocate(type)
    object = other.heldObject
    if form == .reference { ReferenceWords.move(from: other.storage, to: storage, size: size) }
  }

  deinit {
    if !isWeak { OpaqueValue.destroy(type, at: storage) }
    storage.deallocate()
  }

  /// What keeps the value alive, or `nil` if it was held weakly and has died.
  var owner: AnyObject? { isWeak ? object : self }

  /// The object that is held strongly; `nil` for a value.
  var heldObject: AnyObject? {
    switch form {
    case .value: nil
    case .reference: ReferenceWords.object(ReferenceWords.address(at: storage)).takeUnretainedValue()
    case .object: OpaqueValue.object(type, at: storage)
    }
  }

  /// The address of the object, if it is held strongly and a reference.
  @inline(__always)
  var heldAddress: UInt? {
    form == .reference && !isWeak ? ReferenceWords.address(at: storage) : nil
  }

  /// Lets go of the container what was handed to the object: something that the container keeps got it.
  func releaseContainer() {
    for keeper in keepers { keeper.stopKeepingContainer() }
  }

  /// Those of them that are there.
  var keepers: [any ContainerKeeper] { weakKeepers.compactMap(\.keeper) }

  /// Writes a copy to `result`; `missing` if the object was held weakly and has died.
  @inline(__always)
  func copy(to result: UnsafeMutableRawPointer) -> Outcome {
    if isWeak { return copyWeak(to: result) ? .reusedWeakly : .missing }
    copyStorage(to: result)
    return .reusedFromContainer
  }

  /// Writes a copy of the stored value, which the caller knows to be alive.
  @inline(__always)
  func copyStorage(to result: UnsafeMutableRawPointer) {
    if form == .reference {
      ReferenceWords.copy(from: storage, to: result, size: size)
    } else {
      OpaqueValue.copy(type, from: storage, to: result)
    }
  }

  @inline(__always)
  private func copyWeak(to result: UnsafeMutableRawPointer) -> Bool {
    guard let object else { return false }
    guard form == .reference else { return OpaqueValue.write(object, as: type, to: result) }
    // Loading has counted the reference, which the result takes over.
    _ = Unmanaged.passRetained(object)
    ReferenceWords.move(from: storage, to: result, size: size)
    return true
  }
}

/// Numbers that tell which of two shared instances was made first.
enum CreationNumber {
  private static let counter = Atomic<Int>(0)

  static func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The number of the instance that was made last.
  static var last: Int { counter.load(ordering: .relaxed) }
}
