import FacetSyntax

/// A service conforms to the types that are forwarded to it.
///
/// Only what is certain counts: the sources declare both types, and show which type the factory makes.
enum ForwardedTypeCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    model.offers.compactMap { offer in
      guard !model.isPartial, let target = offer.target, let type = offer.type, !offer.isOfTests else {
        return nil
      }
      let service = model.offers[target]
      let made = service.made.isEmpty ? [service.type].compactMap { $0 } : service.made
      let table = model.sources.table
      guard !made.isEmpty, isKnown(type, table),
        made.allSatisfy({ isExact($0, service, table) && lacks($0, type, table) }),
        let name = made.first?.text
      else { return nil }
      return Diagnostic(
        .warning,
        "'\(type.text)' is forwarded to \(service.words), but '\(name)' does not conform to it",
        at: offer.location,
        notes: [Diagnostic.Note("\(service.words) is registered here", at: service.location)])
    }
  }

  /// Whether the sources declare the type, once, and it is not generic.
  private static func isKnown(_ type: ServiceType, _ table: DeclarationTable) -> Bool {
    type.isResolved && type.head.path == type.text
      && table.types(type.text).count { !$0.isExtension } == 1
      && !table.isGeneric(type.text)
  }

  /// Whether each service of the registration has this very type.
  private static func isExact(_ type: ServiceType, _ service: ServiceOffer, _ table: DeclarationTable) -> Bool
  {
    guard isKnown(type, table), let declared = table.types(type.text).first(where: { !$0.isExtension })
    else { return false }
    let isFinal = declared.kind != .class || declared.declaration.hasModifier("final")
    return declared.kind != .protocol && !declared.hasMacro && (isFinal || !service.made.isEmpty)
  }

  private static func lacks(_ type: ServiceType, _ other: ServiceType, _ table: DeclarationTable) -> Bool {
    let name = TypeSyntax.lastName(other.text)
    return type.text != other.text
      && !table.ancestors(of: type.text).contains { TypeSyntax.lastName($0) == name }
  }
}
