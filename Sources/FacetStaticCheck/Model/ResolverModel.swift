import FacetGraph
import FacetSyntax

/// One resolver as it is written: its type, its keys, its output, and its functions, wherever they stand.
package struct ResolverModel {
  /// A declaration in the file that holds it.
  struct Site {
    var declaration: Declaration
    var file: SourceFile
    /// The type or extension around it.
    var container: Declaration

    func location(_ offset: Int) -> SourceLocation { file.location(at: offset) }
    var location: SourceLocation { location(declaration.nameOffset) }

    /// Something that is wrong with it.
    func error(_ message: String, subject: String = "", notes: [Diagnostic.Note] = []) -> Diagnostic {
      .error(message, at: location, notes: notes, subject: subject)
    }
  }

  /// The name with those of the enclosing types in front: what an extension of it is called.
  var name: String { type.path }
  var type: TypeIndex.Entry
  /// All members of the type and its extensions that hold wherever this declaration of the type does.
  var members: [Site] = []
  /// Members that stand inside an `#if` of their own.
  var conditionalMembers: [Site] = []
  /// The declarations called `Key`; one, if all is well.
  var keySpaces: [Site] = []
  /// What stands in `Key` and in extensions of it.
  var keyMembers: [Site] = []
  private(set) var keys: [Key] = []
  /// The declaration called `Output`, and what its alias stands for.
  var output: Site?
  var outputUse = TypeUse.none
  /// The level of access of `Output`, which `resolve()` gets too.
  var outputLevel: AccessLevel { output.map { AccessLevel($0.declaration, in: $0.container) } ?? .module }
  /// All functions but operators, with their types read.
  var functions: [ResolverFunction] = []
  private(set) var providers: [ResolverFunction] = []
  var configurations: [ResolverFunction] = []
  /// The names of keys that are unavailable.
  var unavailableKeys: Set<String> = []
  /// The names of the keys, as answers to what else may have been meant.
  private(set) var keySpellings = SpellingCandidates()
  private var keyIndices: [String: Int] = [:]
  private var providerIndices: [String: Int] = [:]
  /// The keys and what the function of each takes.
  var graph = DependencyGraph()
  /// Whether something in the resolver or its keys cannot be read.
  var isBroken = false
  /// All types of the target.
  let index: TypeIndex
  /// Reads types as this resolver means them.
  let reader: TypeReader

  /// A key: an alias in the resolver's `Key`.
  struct Key {
    var name: String
    var target: String
    var site: Site
  }

  init(_ type: TypeIndex.Entry, index: TypeIndex) {
    self.type = type
    self.index = index
    reader = TypeReader(index: index, name: type.path)
  }

  /// The position of the key in `keys`.
  func index(ofKey name: String) -> Int? { keyIndices[name] }

  func key(named name: String) -> Key? { keyIndices[name].map { keys[$0] } }

  /// The first key that stands for the type.
  func key(standingFor target: String) -> Key? { keys.first { $0.target == target } }

  /// The first key that nothing builds and whose function would have the name.
  func key(builtByFunctionNamed name: String) -> Key? {
    keys.first { provider(of: $0.name) == nil && GeneratedName.lowered($0.name) == name }
  }

  /// Adds a key; of two with one name the first counts.
  mutating func add(_ key: Key) {
    guard keyIndices[key.name] == nil else { return }
    keyIndices[key.name] = keys.count
    keySpellings.add(key.name)
    keys.append(key)
  }

  /// The functions that resolve() calls, and the properties that it reads.
  var called: [ResolverFunction] { providers + configurations }

  /// The one that builds the key; where there are several, the first.
  func provider(of key: String) -> ResolverFunction? { providerIndices[key].map { providers[$0] } }

  mutating func add(_ provider: ResolverFunction) {
    if providerIndices[provider.key] == nil { providerIndices[provider.key] = providers.count }
    providers.append(provider)
  }

  /// Whether there is an enum of keys to speak of; without it most other checks would only repeat its absence.
  var hasKeys: Bool { keySpaces.contains { $0.declaration.kind == .enum } }

  var location: SourceLocation { type.file.source.location(at: type.declaration.nameOffset) }

  /// Something that is wrong with it as a whole.
  func error(_ message: String) -> Diagnostic { .error(message, at: location) }

  /// Whether nobody can have a value of the type, so that `resolve()` is static.
  var isStatic: Bool {
    type.declaration.kind == .enum && !type.declaration.members.contains { $0.kind == .case }
  }

  /// The resolver's own name, without the enclosing types.
  var shortName: String { type.declaration.name }
}

// MARK: - Its graph

extension ResolverModel {
  /// The keys, in the order of their declarations, and what the function of each takes.
  func makeGraph() -> DependencyGraph {
    var graph = DependencyGraph()
    for key in keys {
      let location = provider(of: key.name)?.site.location ?? key.site.location
      _ = graph.add(
        DependencyGraph.Node(
          key.name, detail: key.target, cluster: name, location: "\(location.path):\(location.line)"))
    }
    for (source, key) in keys.enumerated() {
      for parameter in provider(of: key.name)?.filled ?? [] {
        guard let name = parameter.use.key, let target = index(ofKey: name) else { continue }
        graph.connect(
          source, to: target, label: parameter.use.isLazy ? "lazy" : "",
          kind: parameter.use.isLazy ? .deferred : .need)
      }
    }
    return graph
  }
}
