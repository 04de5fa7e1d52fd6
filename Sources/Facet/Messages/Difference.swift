/// How a registration differs from the requested key.
enum Difference: String {
  case otherArguments, noArguments, otherName, noName, ofChild, optional, namesake,
    subtype, part, element

  static func all(of near: ResolutionError.Neighbor, from key: ServiceKey) -> [Difference] {
    let other = near.key
    switch near.resemblance {
    case .sameType: break
    case .optional: return [.optional]
    case .namesake, .relative: return [.namesake]
    case .subtype, .conforming: return [.subtype]
    case .namedAlike: return []
    case .part: return [.part]
    case .element: return [.element]
    }
    let differences: [Difference] =
      (other.signature == key.signature ? [] : [other.signature == nil ? .noArguments : .otherArguments])
      + (other.name == key.name ? [] : [other.name == nil ? .noName : .otherName])
    // A registration in a child helps only if it is the very same.
    return !near.isInChild ? differences : differences.isEmpty ? [.ofChild] : []
  }
}

extension ResolutionError.Neighbor {
  /// The location, and the target.
  func place(_ names: TypeNames) -> String {
    let child = isInChild ? " in a child container" : ""
    guard let target else { return "registered\(child) at \(location)" }
    return "forwarded\(child) to \(names.text(for: target)) at \(location)"
  }
}
