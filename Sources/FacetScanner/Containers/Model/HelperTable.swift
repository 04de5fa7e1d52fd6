/// The functions, types and property wrappers of the user's own that hand a generic type on to a container.
struct HelperTable: Sendable {
  struct Helper: Sendable {
    var kind: CallTypes.OpenPlace.Kind
    var name: String
    var file: Int
    /// The function; for a wrapper or a type, that or one of its extensions.
    var scope: Int
    /// The type whose generic parameters are handed on; empty for none.
    var path: String
    /// The calls in it that a generic type is handed to.
    var calls: [CallIdentity]
  }

  private(set) var helpers: [String: [Helper]] = [:]
  private var places: [Place: Int] = [:]
  private var known: Set<Entry> = []

  private struct Place: Hashable {
    var kind: CallTypes.OpenPlace.Kind
    var name: String
    var file: Int
    var scope: Int
  }

  private struct Entry: Hashable {
    var place: Place
    var call: CallIdentity
  }

  var names: Set<String> { Set(helpers.keys) }

  func named(_ name: String) -> [Helper] { helpers[name] ?? [] }

  /// Adds a call to the helper in which it stands.
  private mutating func add(_ call: CallIdentity, to open: CallTypes.OpenPlace) -> Bool {
    let place = Place(kind: open.kind, name: open.name, file: call.file, scope: open.scope)
    guard known.insert(Entry(place: place, call: call)).inserted else { return false }
    if let index = places[place] {
      helpers[open.name]?[index].calls.append(call)
    } else {
      places[place] = helpers[open.name, default: []].count
      helpers[open.name, default: []].append(
        Helper(
          kind: open.kind, name: open.name, file: call.file, scope: open.scope, path: open.path, calls: [call]
        ))
    }
    return true
  }

  /// Finds the helpers among `files`; what is added by one round may make more of the next.
  static func find(in files: [FileFacts], _ table: DeclarationTable) -> HelperTable {
    var result = HelperTable()
    let types = TypeResolver(table)
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for file in files.indices {
        let facts = files[file]
        for index in facts.calls.indices {
          let call = facts.calls[index]
          let reader = CallTypes(
            facts: facts, table: table, types: types, viewpoint: (call.scope, call.offset))
          guard let open = reader.openPlace(of: call, result) else { continue }
          let identity = CallIdentity(file: file, call: index)
          if result.add(identity, to: open) { hasGrown = true }
          // Whoever makes such an object may call the method that registers.
          if open.kind == .function, !open.path.isEmpty, result.registers(call, in: files) {
            let type = CallTypes.OpenPlace(
              kind: .type, name: TypeSyntax.lastName(open.path), scope: open.scope, path: open.path)
            if result.add(identity, to: type) { hasGrown = true }
          }
        }
      }
    }
    return result
  }

  private static let deepestHelper = 5

  /// Whether the call registers something, by itself or by a helper.
  func registers(_ call: CallFacts, in files: [FileFacts], depth: Int = 0) -> Bool {
    switch ContainerCall(call) {
    case .register, .autoregister, .likeRegister, .forward, .implements: true
    case .resolve, .asksFor: false
    case .other:
      depth < Self.deepestHelper
        && named(call.name).contains { helper in
          helper.calls.contains { registers(files[$0.file].calls[$0.call], in: files, depth: depth + 1) }
        }
    }
  }
}
