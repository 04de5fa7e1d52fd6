import FacetSyntax

/// The functions, types and property wrappers of the user's own that hand a generic type on to a container.
struct HelperTable: Sendable {
  struct Helper: Sendable {
    let open: OpenPlace
    /// The calls in it that a generic type is handed to.
    var calls: [CallFacts]
  }

  private var helpers: [String: [Helper]] = [:]
  private var places: [String: Int] = [:]
  /// Of a name that many helpers have, those of each type, file and folder.
  private var crowds: [String: [String: [Int]]] = [:]
  /// The names of those that register something.
  private var registering: Set<String> = []

  var names: Set<String> { Set(helpers.keys) }

  func has(_ name: String) -> Bool { helpers[name] != nil }

  /// So many helpers of one name are looked at for each call of it.
  static let most = 20

  /// The helpers of a name that a call may mean; of many, those of the types that are known, and nearest to the call.
  func named(_ name: String, on owners: [String], from file: String) -> [Helper] {
    guard let all = helpers[name] else { return [] }
    guard let crowd = crowds[name] else { return all }
    let owned = owners.compactMap { crowd["." + $0] }
    if !owned.isEmpty, owned.reduce(0, { $0 + $1.count }) <= Self.most {
      return Set(owned.joined()).sorted().map { all[$0] }
    }
    // In a folder with more of them, nobody sees which is meant.
    let near = Folders.around(file).compactMap { crowd[$0] }.last { $0.count <= Self.most }
    return near?.map { all[$0] } ?? []
  }

  /// Sorts the helpers of names that many have.
  private mutating func sort(_ table: DeclarationTable) {
    for (name, all) in helpers where all.count > Self.most {
      var crowd: [String: [Int]] = [:]
      for (index, helper) in all.enumerated() {
        let path = helper.open.scope.path
        for owner in Set([path] + table[path].ancestors) { crowd["." + owner, default: []].append(index) }
        for folder in Folders.around(helper.open.scope.file.path) { crowd[folder, default: []].append(index) }
      }
      crowds[name] = crowd
    }
  }

  /// Adds a call to the helper in which it stands.
  private mutating func add(_ call: CallFacts, to open: OpenPlace) -> Bool {
    let place = "\(open.kind.rawValue) \(open.name) \(call.file.path) \(open.scope.offset)"
    if let index = places[place] {
      if helpers[open.name]?[index].calls.contains(where: { $0 === call }) == true { return false }
      helpers[open.name]?[index].calls.append(call)
    } else {
      places[place] = helpers[open.name, default: []].count
      helpers[open.name, default: []].append(Helper(open: open, calls: [call]))
    }
    return true
  }

  /// Finds the helpers among `files`, and notes at each call in which it stands; what is added by one round may make more of the next.
  static func find(in files: [FileFacts], _ table: DeclarationTable) async -> HelperTable {
    var result = HelperTable()
    let types = TypeResolver(table)
    // After the first round, only calls of what was found in the one before can be new.
    var pending = files.flatMap(\.calls)
    let callsByName = Dictionary(grouping: pending, by: \.name)
    while !pending.isEmpty {
      var grown: Set<String> = []
      let known = result
      let found = await Work.map(pending) { CallTypes($0, types).openPlace(of: $0, known) }
      for (call, open) in zip(pending, found) {
        guard let open else { continue }
        call.openPlace = open
        if result.add(call, to: open) { grown.insert(open.name) }
        guard result.registers(call) else { continue }
        if result.registering.insert(open.name).inserted { grown.insert(open.name) }
        // Whoever makes such an object may call the method that registers.
        if open.kind == .function, !open.path.isEmpty {
          let type = OpenPlace(
            kind: .type, name: TypeSyntax.lastName(open.path), scope: open.scope, path: open.path)
          if result.add(call, to: type) { grown.insert(type.name) }
          result.registering.insert(type.name)
        }
      }
      pending = Array(grown).inOrder().flatMap { callsByName[$0] ?? [] }
    }
    // Of helpers that say the same, as in copies of one module, the first will do.
    for (name, found) in result.helpers where found.count > 1 {
      var seen: Set<String> = []
      result.helpers[name] = found.filter { seen.insert($0.open.shape).inserted }
    }
    result.sort(table)
    return result
  }

  /// Whether the call registers something, by itself or by a helper.
  func registers(_ call: CallFacts) -> Bool {
    switch call.kind {
    case .register, .autoregister, .likeRegister, .forward, .implements: true
    case .resolve, .asksFor, .resolvesAll, .decorate: false
    case .other: registering.contains(call.name)
    }
  }
}

extension OpenPlace {
  /// What it says, wherever it stands.
  fileprivate var shape: String {
    let parameters = scope.parameters.map { "\($0.label ?? "_") \($0.name): \($0.typeText)" }
    return
      "\(kind.rawValue) \(scope.path) (\(parameters.joined(separator: ", "))) \(scope.result ?? "") \(scope.textHash)"
  }
}
