import FacetSyntax

/// The offers by their types and names.
struct OfferIndex: Sendable {
  /// Those with the same text, without modules and outer types.
  private var byText: [String: OfferGroup] = [:]
  /// Those of types whose generic arguments may be left out, by the outermost name.
  private var open: [String: OfferGroup] = [:]
  /// Those of all types with generic arguments, by the outermost name.
  private var specialized: [String: OfferGroup] = [:]
  /// The names that are written with generic arguments and without.
  private let mixedHeads: Set<String>

  init(_ offers: [ServiceOffer], asked: [ServiceType]) {
    var bare: Set<String> = []
    var specialized: Set<String> = []
    for type in offers.compactMap(\.type) + asked {
      type.collectHeads(bare: &bare, specialized: &specialized)
    }
    mixedHeads = bare.intersection(specialized)
    for (index, offer) in offers.enumerated() {
      guard let type = offer.type else { continue }
      byText[type.shortText, default: OfferGroup()].add(index, offer.name)
      if mayBeAny(type) { open[type.groupText, default: OfferGroup()].add(index, offer.name) }
      if !type.parts.isEmpty, type.head.isName {
        self.specialized[type.groupText, default: OfferGroup()].add(index, offer.name)
      }
    }
  }

  /// Whether generic arguments are left out in the type, so that it stands for several.
  func mayBeAny(_ type: ServiceType) -> Bool {
    if type.parts.isEmpty { return type.head.isGeneric || mixedHeads.contains(type.head.name) }
    return type.parts.contains(where: mayBeAny)
  }

  /// The offers of a type, and of those that it may be, in groups.
  func groups(of type: ServiceType) -> [OfferGroup] {
    var result: [OfferGroup?] = [byText[type.shortText], open[type.groupText]]
    if mayBeAny(type) { result.append(specialized[type.groupText]) }
    return result.compactMap { $0 }
  }
}

/// The offers of one type, by their names.
struct OfferGroup: Sendable {
  private(set) var all: [Int] = []
  private var byName: [String: [Int]] = [:]

  mutating func add(_ index: Int, _ name: ServiceName) {
    all.append(index)
    byName[name.key, default: []].append(index)
  }

  /// The offers that have the name, or may have it, in order.
  func named(_ name: ServiceName) -> [Int] {
    guard name != .unknown else { return all }
    let certain = byName[name.key] ?? []
    guard let open = byName[ServiceName.unknown.key] else { return certain }
    return (certain + open).inOrder()
  }
}
