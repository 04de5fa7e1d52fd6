import FacetSyntax

/// The offers by their types and names.
struct OfferIndex: Sendable {
  /// Those with the same text, without modules and outer types; and of those, the ones of each of several types with the same name.
  private var byText: [String: OfferGroup] = [:]
  /// Those of one outermost name, or of one text where there is no name: all, and those whose generic arguments may be left out.
  private var byHead: [String: OfferGroup] = [:]
  private var open: [String: OfferGroup] = [:]
  /// The names that are written with generic arguments somewhere.
  private var specialized: Set<String> = []

  init(_ offers: [ServiceOffer], asked: [ServiceType]) {
    for type in offers.compactMap(\.type) + asked { type.collectSpecialized(&specialized) }
    for (index, offer) in offers.enumerated() {
      guard let type = offer.type else { continue }
      byText[type.shortText, default: OfferGroup()].add(index, offer.name)
      byText[type.variantText, default: OfferGroup()].add(index, offer.name)
      byHead[type.groupText, default: OfferGroup()].add(index, offer.name)
      if mayBeAny(type) { open[type.groupText, default: OfferGroup()].add(index, offer.name) }
    }
  }

  /// Whether generic arguments are left out in the type, so that it stands for several.
  func mayBeAny(_ type: ServiceType) -> Bool {
    if type.parts.isEmpty { return type.head.isGeneric || specialized.contains(type.head.name) }
    return type.parts.contains(where: mayBeAny)
  }

  /// The offers among which those of a type are, in groups: few, where a name has many generic arguments.
  func groups(of type: ServiceType) -> [OfferGroup] {
    if mayBeAny(type) { return [byHead[type.groupText]].compactMap(\.self) }
    let isOneOfSeveral = !type.variants.isEmpty
    let exact =
      isOneOfSeveral ? [byText[type.variantText], byText[type.shortText + " "]] : [byText[type.shortText]]
    return (exact + [open[type.groupText]]).compactMap(\.self)
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
    return (certain + open).sorted()
  }
}
