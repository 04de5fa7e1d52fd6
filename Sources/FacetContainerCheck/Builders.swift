import FacetSyntax

/// Which registrations run a piece of code when they build their service.
///
/// That is the code of their factories, and, by their names, of the functions that these call, and of the initializers and
/// properties of the types that they make.
struct Builders {
  let model: ContainerModel
  /// The registrations whose factories call a function, or make a type or one that inherits from it.
  private var offersByName: [String: [Int]] = [:]

  init(_ model: ContainerModel) {
    self.model = model
    for (index, offer) in model.offers.enumerated() where offer.target == nil {
      for name in Self.called(by: model.sources[offer.call]) {
        offersByName[name, default: []].append(index)
        for base in model.sources.table.ancestors(of: name) {
          offersByName[TypeSyntax.lastName(base), default: []].append(index)
        }
      }
    }
  }

  /// The registrations that ask for a service when they build their own.
  func offers(asking demand: ServiceDemand) -> [Int] {
    if let owner = demand.owner { return model.offersOfCall[owner.number].map { [$0[0]] } ?? [] }
    let scopes = model.sources.files[demand.call.file].scopes
    var scope = model.sources[demand.call].scope
    while scope >= 0 {
      switch scopes[scope].kind {
      case .function where scopes[scope].name != "init": return offersByName[scopes[scope].name] ?? []
      case .type, .extension: return offersByName[TypeSyntax.lastName(scopes[scope].name)] ?? []
      // The value of a computed property is asked for later.
      case .accessor: return []
      default: scope = scopes[scope].parent
      }
    }
    return []
  }

  /// The last names of what a registration calls.
  private static func called(by call: CallFacts) -> Set<String> {
    let factory = call.factory ?? call.argument("initializer")
    if case .closure(let closure)? = factory { return closure.called }
    return Set([factory?.callee].compactMap { $0 }.map { TypeSyntax.lastName(CallTypes.typeText($0)) })
  }
}
