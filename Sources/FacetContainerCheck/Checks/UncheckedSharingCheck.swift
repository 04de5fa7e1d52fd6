import FacetSyntax

/// No shared service is of a class that threads can change at the same time, as far as its declaration shows.
///
/// The compiler checks who shares an object; behind a container it does not see that.
enum UncheckedSharingCheck {
  /// What a class may conform to or inherit from in other modules without becoming safe for threads, or one of an actor.
  private static let plain: Set<String> = [
    "NSObject", "ObservableObject", "Equatable", "Hashable", "Comparable", "Identifiable", "Codable",
    "Encodable", "Decodable", "AnyObject", "CustomStringConvertible", "CustomDebugStringConvertible",
  ]

  static func run(_ model: ContainerModel) -> [Diagnostic] {
    model.offers.compactMap { offer in
      guard offer.target == nil, !offer.isOfTests, !offer.isGuess, offer.objectScope.isShared,
        let made = made(by: offer, model), let place = place(of: made.head.path, model),
        !isOnActor(offer.call, model)
      else { return nil }
      return Diagnostic(
        .warning,
        "threads may share the '\(made.text)' of \(offer.words), which is not Sendable; make it Sendable or an "
          + "actor, register it on an actor, or give it a scope that is not shared", at: offer.location,
        notes: [Diagnostic.Note("'\(made.text)' is declared here", at: place)])
    }
  }

  /// What the factory makes; else what is registered.
  private static func made(by offer: ServiceOffer, _ model: ContainerModel) -> ServiceType? {
    let types = CallTypes(offer.call, model.sources.types)
    return offer.call.factoryOrInitializer.flatMap { types.made(byFactory: $0).unwrapped.type } ?? offer.type
  }

  /// Where a class is declared that is neither `Sendable` nor of an actor; `nil` for everything else, and where nobody knows.
  private static func place(of path: String, _ model: ContainerModel) -> SourceLocation? {
    let table = model.sources.table
    guard let declared = table[path].types.first(where: { $0.kind == .class }), let place = declared.location
    else { return nil }
    for name in [path] + table[path].ancestors {
      let types = table[name].types
      if types.allSatisfy(\.isExtension), !plain.contains(name) { return nil }
      if types.contains(where: table.isOnActor) { return nil }
    }
    return place
  }

  /// Whether the registration, or its factory, belongs to an actor.
  private static func isOnActor(_ call: CallFacts, _ model: ContainerModel) -> Bool {
    let table = model.sources.table
    let around = call.scope.outward
    let attributes = (around + [call.factory?.closureValue?.scope].compactMap(\.self)).flatMap(\.attributes)
    return attributes.contains(where: table.isGlobalActor)
      || around.filter(\.isType).contains { scope in
        ([scope.path] + table[scope.path].ancestors).contains { name in
          name.contains(part: "MainActor")
            || table[name].types.contains { $0.kind == .actor || table.isOnActor($0) }
        }
      }
  }
}
