import FacetSyntax

/// The functions, types and property wrappers of the user's own that hand a generic type on to a container.
struct HelperTable: Sendable {
  struct Helper: Sendable {
    let open: CallTypes.OpenPlace
    let file: Int
    /// The calls in it that a generic type is handed to.
    var calls: [CallIdentity]
  }

  private(set) var helpers: [String: [Helper]] = [:]
  /// Where the generic types are declared that a call hands on, by the call's number.
  private(set) var openPlaces: [Int: CallTypes.OpenPlace] = [:]
  private var places: [String: Int] = [:]
  /// The names of those that register something.
  private var registering: Set<String> = []

  var names: Set<String> { Set(helpers.keys) }

  func named(_ name: String) -> [Helper] { helpers[name] ?? [] }

  /// Adds a call to the helper in which it stands.
  private mutating func add(_ call: CallIdentity, to open: CallTypes.OpenPlace) -> Bool {
    let place = "\(open.kind.rawValue) \(open.name) \(call.file) \(open.scope)"
    if let index = places[place] {
      if helpers[open.name]?[index].calls.contains(call) == true { return false }
      helpers[open.name]?[index].calls.append(call)
    } else {
      places[place] = helpers[open.name, default: []].count
      helpers[open.name, default: []].append(Helper(open: open, file: call.file, calls: [call]))
    }
    return true
  }

  /// Finds the helpers among `files`; what is added by one round may make more of the next.
  static func find(in files: [FileFacts], _ table: DeclarationTable) async -> HelperTable {
    var result = HelperTable()
    let types = TypeResolver(table)
    // After the first round, only calls of what was found in the one before can be new.
    var pending = files.indices.flatMap { file in
      files[file].calls.indices.map { CallIdentity(file: file, call: $0) }
    }
    let callsByName = Dictionary(grouping: pending) { files[$0.file].calls[$0.call].name }
    while !pending.isEmpty {
      var grown: Set<String> = []
      let known = result
      let found = await Work.map(pending) { identity in
        let call = files[identity.file].calls[identity.call]
        let reader = CallTypes(
          file: files[identity.file], table: table, types: types, viewpoint: (call.scope, call.offset))
        return reader.openPlace(of: call, known)
      }
      for (identity, open) in zip(pending, found) {
        guard let open else { continue }
        result.openPlaces[identity.number] = open
        if result.add(identity, to: open) { grown.insert(open.name) }
        guard result.registers(files[identity.file].calls[identity.call]) else { continue }
        if result.registering.insert(open.name).inserted { grown.insert(open.name) }
        // Whoever makes such an object may call the method that registers.
        if open.kind == .function, !open.path.isEmpty {
          let type = CallTypes.OpenPlace(
            kind: .type, name: TypeSyntax.lastName(open.path), scope: open.scope, path: open.path)
          if result.add(identity, to: type) { grown.insert(type.name) }
          result.registering.insert(type.name)
        }
      }
      pending = Array(grown).inOrder().flatMap { callsByName[$0] ?? [] }
    }
    result.dropCopies(files)
    return result
  }

  /// Of helpers that say the same, as in copies of one module, keeps the first.
  private mutating func dropCopies(_ files: [FileFacts]) {
    for (name, found) in helpers where found.count > 1 {
      var seen: Set<String> = []
      helpers[name] = found.filter { seen.insert(Self.shape(of: $0, files)).inserted }
    }
  }

  /// Whether the call registers something, by itself or by a helper.
  func registers(_ call: CallFacts) -> Bool {
    switch call.kind {
    case .register, .autoregister, .likeRegister, .forward, .implements: true
    case .resolve, .asksFor, .resolvesAll: false
    case .other: registering.contains(call.name)
    }
  }

  /// What a helper says, wherever it stands.
  private static func shape(of helper: Helper, _ files: [FileFacts]) -> String {
    let scope = files[helper.file].scopes[helper.open.scope]
    let parameters = scope.parameters.map { "\($0.label ?? "_") \($0.name): \($0.typeText)" }.joined(
      separator: ", ")
    return
      "\(helper.open.kind.rawValue) \(scope.path) (\(parameters)) \(scope.result ?? "") \(scope.textHash)"
  }
}
