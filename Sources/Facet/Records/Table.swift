/// The registrations of a container: a hash table with open addressing.
struct Table {
  private var places: [Registration?] = []
  private(set) var count = 0
  /// The registrations with a name or arguments, by their types: so a list of them looks at no others.
  private var others: [ObjectIdentifier: [Registration]] = [:]

  @inline(__always)
  private func start(_ key: ServiceKey) -> Int {
    var hash = UInt(bitPattern: ObjectIdentifier(key.serviceType))
    if let name = key.name { hash ^= UInt(bitPattern: name.hashValue) }
    hash = hash &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    return Int(truncatingIfNeeded: hash &>> 33) & (places.count &- 1)
  }
  @inline(__always)
  private func next(_ index: Int) -> Int { (index &+ 1) & (places.count &- 1) }

  /// Where the registration is, or the free place where it belongs.
  @inline(__always)
  private func place(_ key: ServiceKey) -> Int {
    var index = start(key)
    while let found = places[index] {
      if found.key.serviceType == key.serviceType, found.key.signature == key.signature,
        key.name == nil ? found.key.name == nil : found.key.name == key.name
      {
        return index
      }
      index = next(index)
    }
    return index
  }
  @inline(__always)
  func find(_ key: ServiceKey) -> Registration? {
    places.isEmpty ? nil : places[place(key)]
  }
  /// All registrations of a type, in no order.
  func all(of type: Any.Type) -> [Registration] {
    [find(ServiceKey(type))].compactMap(\.self) + (others[ObjectIdentifier(type)] ?? [])
  }
  var all: [Registration] { places.compactMap(\.self) }

  /// Returns what was registered before.
  mutating func insert(_ new: Registration) -> Registration? {
    reserve(1)
    let index = place(new.key)
    let old = places[index]
    places[index] = new
    if old == nil { count += 1 }
    if new.key.name == nil, new.key.signature == nil { return old }
    let type = ObjectIdentifier(new.serviceType)
    if let old, let place = others[type]?.firstIndex(where: { $0 === old }) {
      others[type]![place] = new
    } else {
      others[type, default: []].append(new)
    }
    return old
  }
  mutating func remove(_ key: ServiceKey) -> Registration? {
    guard let old = find(key) else { return nil }
    var free = place(key)
    count -= 1
    places[free] = nil
    // What stands behind in the same run moves up, unless its search begins behind the free place.
    var index = next(free)
    while let moved = places[index] {
      let distance = (index &- start(moved.key)) & (places.count &- 1)
      if distance >= (index &- free) & (places.count &- 1) {
        (places[free], places[index]) = (moved, nil)
        free = index
      }
      index = next(index)
    }
    forget(old)
    return old
  }
  private mutating func forget(_ old: Registration) {
    others[ObjectIdentifier(old.serviceType)]?.removeAll { $0 === old }
  }
  mutating func reserve(_ more: Int) {
    var capacity = max(places.count, 8)
    while (count + more) * 2 > capacity { capacity *= 2 }
    guard capacity > places.count else { return }
    let old = exchange(&places, with: Array(repeating: nil, count: capacity))
    for case let one? in old { places[place(one.key)] = one }
  }
}
