import FacetGraph
import FacetSyntax

/// Draws what the sources register: a node for each key, a cluster for each assembly.
struct ContainerGraph {
  private let model: ContainerModel
  private(set) var graph = DependencyGraph()
  /// Where the program itself asks for the service of a node, rather than another service.
  private(set) var entryPoints: [(node: Int, place: SourceLocation)] = []
  /// The nodes of the offers.
  private var nodes: [Int: Int] = [:]
  /// The registrations whose factories call a function, or make a type or one that inherits from it.
  private var offersByName: [String: [Int]] = [:]

  init(_ model: ContainerModel) {
    self.model = model
    for (index, offer) in model.offers.enumerated() {
      addNode(index, offer)
      guard offer.target == nil else { continue }
      for name in Self.called(by: offer.call) {
        let bases = model.sources.table[name].ancestors.map(TypeSyntax.lastName)
        for name in [name] + bases { offersByName[name, default: []].append(index) }
      }
    }
    for (index, offer) in model.offers.enumerated() {
      if let target = offer.target, let from = nodes[index], let to = nodes[target] {
        graph.connect(from, to: to, label: "forwards", kind: .forward)
      }
    }
    for demand in model.demands + model.uses {
      for node in model.offers(for: demand).compactMap({ nodes[$0] }) { connect(demand, to: node) }
    }
    addMissing()
  }

  private mutating func addNode(_ index: Int, _ offer: ServiceOffer) {
    if offer.isOfTests || offer.isGuess { return }
    let isEntry = offer.target == nil
    nodes[index] = graph.add(
      DependencyGraph.Node(
        Self.name(of: offer), detail: isEntry ? offer.objectScope.name : "",
        cluster: Self.cluster(of: offer.call),
        location: "\(offer.location.path):\(offer.location.line)",
        scope: isEntry ? Self.scope(of: offer) : nil))
  }

  /// Adds a node for each key that is resolved and that nothing registers.
  private mutating func addMissing() {
    var missing: [String: Int] = [:]
    for (demand, judgement) in zip(model.demands, model.judgements) {
      guard judgement == .missing, !demand.mayBeMissing, demand.way == nil else { continue }
      let name = Self.name(of: demand)
      let node = missing[name] ?? graph.add(DependencyGraph.Node(name, detail: "missing", isMissing: true))
      missing[name] = node
      connect(demand, to: node)
    }
  }

  private mutating func connect(_ demand: ServiceDemand, to node: Int) {
    let askers = offers(asking: demand).compactMap({ nodes[$0] })
    if askers.isEmpty, !demand.call.file.isOfTests { entryPoints.append((node, demand.location)) }
    for from in askers { graph.connect(from, to: node, kind: demand.isDeferred ? .deferred : .need) }
  }

  // MARK: - Who asks

  /// The registrations that ask for a service when they build their own.
  ///
  /// That is in the code of their factories, and, by their names, of the functions that these call, and of the initializers and
  /// properties of the types that they make.
  private func offers(asking demand: ServiceDemand) -> [Int] {
    if demand.owner != nil { return model.owners(of: demand) }
    for scope in demand.call.scope.outward {
      switch scope.kind {
      case .function where scope.name != "init": return offersByName[scope.name] ?? []
      case .type, .extension: return offersByName[TypeSyntax.lastName(scope.name)] ?? []
      // The value of a computed property is asked for later, but for one that is added to a resolver.
      case .accessor: return model.sources.table.isContainer(scope.path) ? offersByName[scope.name] ?? [] : []
      default: break
      }
    }
    return []
  }

  /// The last names of what a registration calls.
  private static func called(by call: CallFacts) -> Set<String> {
    let factory = call.factoryOrInitializer
    if let closure = factory?.closureValue { return closure.called }
    let names = factory?.operand.children.filter { $0.kind == .name && $0.text != "init" }
    return Set(names?.last.map { [$0.text] } ?? [])
  }

  // MARK: - Names

  /// The type around the call; else the function; else the file.
  private static func cluster(of call: CallFacts) -> String {
    let around = call.scope.outward
    if let type = around.first(where: \.isType) { return type.name }
    if let function = around.last(where: { $0.kind == .function }) { return function.name + "()" }
    return call.file.path.split(separator: "/").last.map(String.init) ?? call.file.path
  }

  private static let scopes: [String: DependencyGraph.Scope?] = [
    "": nil, "unique": .transient, "shared": .weak, "application": .container, "cached": .container,
  ]

  private static func scope(of offer: ServiceOffer) -> DependencyGraph.Scope? {
    let name = offer.objectScope.name
    return scopes[name] ?? DependencyGraph.Scope(rawValue: name) ?? .custom
  }

  /// `Tea`, `Tea "green"`, `Tea (Int)`.
  static func name(of offer: ServiceOffer) -> String {
    let type = offer.type?.text ?? "unread (\(offer.reading.words))"
    return name(type, offer.name, offer.arguments)
  }

  static func name(of demand: ServiceDemand) -> String {
    name(demand.type.text, demand.name, demand.arguments)
  }

  private static func name(_ type: String, _ name: ServiceName, _ arguments: ServiceArguments) -> String {
    var text = type
    switch name {
    case .none: break
    case .known(let name): text += " \"\(name)\""
    case .unknown: text += " \"…\""
    }
    switch arguments {
    case .known(let types) where !types.isEmpty:
      text += " (\(types.map { $0?.text ?? "_" }.joined(separator: ", ")))"
    default: break
    }
    return text
  }
}
