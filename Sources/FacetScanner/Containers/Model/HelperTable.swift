/// The functions and property wrappers of the user's own that hand a generic type on to a container.
struct HelperTable: Sendable {
  /// A function, or a type that is a property wrapper.
  struct Helper: Sendable {
    var name: String
    var file: Int
    var scope: Int
    var isWrapper: Bool
    /// The calls in it that a generic type is handed to.
    var calls: [CallIdentity]
  }

  private(set) var helpers: [String: [Helper]] = [:]

  var names: Set<String> { Set(helpers.keys) }

  func named(_ name: String) -> [Helper] { helpers[name] ?? [] }

  /// Adds a call to the helper in which it stands.
  mutating func add(_ call: CallIdentity, to name: String, file: Int, scope: Int, isWrapper: Bool) {
    if let index = helpers[name]?.firstIndex(where: { $0.file == file && $0.scope == scope }) {
      if helpers[name]?[index].calls.contains(call) == false { helpers[name]?[index].calls.append(call) }
    } else {
      helpers[name, default: []].append(
        Helper(name: name, file: file, scope: scope, isWrapper: isWrapper, calls: [call]))
    }
  }

  /// Finds the helpers among `files`; what is added by one round may make more of the next.
  static func find(in files: [FileFacts], _ table: DeclarationTable) -> HelperTable {
    var result = HelperTable()
    let types = TypeResolver(table)
    var before = -1
    while before != result.count {
      before = result.count
      for file in files.indices {
        let facts = files[file]
        for index in facts.calls.indices {
          let reader = CallTypes(facts: facts, table: table, types: types)
          guard let open = reader.openScope(of: facts.calls[index], result) else { continue }
          let scope = facts.scopes[open]
          let isWrapper = scope.kind != .function
          result.add(
            CallIdentity(file: file, call: index), to: scope.name, file: file, scope: open,
            isWrapper: isWrapper)
        }
      }
    }
    return result
  }

  private var count: Int { helpers.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.calls.count } } }
}
