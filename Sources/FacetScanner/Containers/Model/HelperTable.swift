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
  /// The names of those that register something.
  private var registering: Set<String> = []

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
  static func find(in files: [Shared<FileFacts>], _ table: DeclarationTable) -> HelperTable {
    var result = HelperTable()
    let types = TypeResolver(table)
    // After the first round, only calls of what was found in the one before can be new.
    var callsByName: [String: [CallIdentity]] = [:]
    var pending: [CallIdentity] = []
    for file in files.indices {
      for index in files[file].value.calls.indices {
        let identity = CallIdentity(file: file, call: index)
        pending.append(identity)
        callsByName[files[file].value.calls[index].name, default: []].append(identity)
      }
    }
    while !pending.isEmpty {
      var grown: Set<String> = []
      for identity in pending {
        let call = files[identity.file].value.calls[identity.call]
        let reader = CallTypes(
          file: files[identity.file], table: table, types: types, viewpoint: (call.scope, call.offset))
        guard let open = reader.openPlace(of: call, result) else { continue }
        if result.add(identity, to: open) { grown.insert(open.name) }
        guard result.registers(call) else { continue }
        if result.registering.insert(open.name).inserted { grown.insert(open.name) }
        // Whoever makes such an object may call the method that registers.
        if open.kind == .function, !open.path.isEmpty {
          let type = CallTypes.OpenPlace(
            kind: .type, name: TypeSyntax.lastName(open.path), scope: open.scope, path: open.path)
          if result.add(identity, to: type) { grown.insert(type.name) }
          result.registering.insert(type.name)
        }
      }
      pending = grown.sorted().flatMap { callsByName[$0] ?? [] }
    }
    result.dropCopies(files)
    return result
  }

  /// Of helpers that say the same, as in copies of one module, keeps the first.
  private mutating func dropCopies(_ files: [Shared<FileFacts>]) {
    for (name, found) in helpers where found.count > 1 {
      var seen: Set<HelperShape> = []
      helpers[name] = found.filter { seen.insert(HelperShape($0, files)).inserted }
    }
  }

  /// Whether the call registers something, by itself or by a helper.
  func registers(_ call: CallFacts) -> Bool {
    switch ContainerCall(call) {
    case .register, .autoregister, .likeRegister, .forward, .implements: true
    case .resolve, .asksFor, .resolvesAll: false
    case .other: registering.contains(call.name)
    }
  }
}

/// What a helper says, wherever it stands.
private struct HelperShape: Hashable {
  private struct Call: Hashable {
    var form: CallFacts.Form
    var name: String
    var receiver: String
    var arguments: [CallArgument]
    var context: CallFacts.Context
  }

  private struct Local: Hashable {
    var name: String
    var type: String?
    var value: Expression
  }

  private let kind: CallTypes.OpenPlace.Kind
  private let path: String
  private let parameters: [ScopeFacts.Parameter]
  private let generics: Set<String>
  private let result: String?
  private let calls: [Call]
  private let locals: Set<Local>

  init(_ helper: HelperTable.Helper, _ files: [Shared<FileFacts>]) {
    let scope = files[helper.file].value.scopes[helper.scope]
    kind = helper.kind
    path = scope.path
    parameters = scope.parameters
    generics = scope.allGenerics
    result = scope.result
    calls = helper.calls.map { identity in
      let call = files[identity.file].value.calls[identity.call]
      return Call(
        form: call.form, name: call.name, receiver: call.receiver, arguments: call.arguments,
        context: call.context)
    }
    locals = Set(scope.locals.values.joined().map { Local(name: $0.name, type: $0.type, value: $0.value) })
  }
}
