/// The registrations of a container, by their keys.
struct Table {
  private var registrations = HashTable<Registration>()
  /// The registrations with a name or arguments, by their types: so a list of them looks at no others.
  private var others: [ObjectIdentifier: [Registration]] = [:]
  /// The part of the table that errors keep, until a registration changes.
  var search: NearSearch?

  var count: Int { registrations.count }
  var isEmpty: Bool { registrations.isEmpty }
  @inline(__always)
  func find(_ key: ServiceKey) -> Registration? { registrations.find(key) }
  /// All registrations of a type, in no order.
  func all(of type: Any.Type) -> [Registration] {
    let others = others[ObjectIdentifier(type)] ?? []
    return find(ServiceKey(type)).map { [$0] + others } ?? others
  }
  var all: [Registration] { registrations.all }

  /// Returns what was registered before.
  mutating func insert(_ new: Registration) -> Registration? {
    search = nil
    let old = registrations.insert(new)
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
    search = nil
    guard let old = registrations.remove(key) else { return nil }
    others[ObjectIdentifier(old.serviceType)]?.removeAll { $0 === old }
    return old
  }
  mutating func reserve(_ more: Int) { registrations.reserve(more) }
}

extension Registration: Keyed {
  @inline(__always)
  static func hash(_ key: ServiceKey) -> UInt {
    let type = UInt(bitPattern: ObjectIdentifier(key.serviceType))
    return spread(key.name.map { type ^ UInt(bitPattern: $0.hashValue) } ?? type)
  }
  @inline(__always)
  final func has(_ key: ServiceKey) -> Bool {
    self.key.serviceType == key.serviceType && self.key.signature == key.signature
      && (key.name == nil ? self.key.name == nil : self.key.name == key.name)
  }
}
