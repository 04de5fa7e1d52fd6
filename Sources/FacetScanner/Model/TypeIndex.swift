/// Every type and extension of the files that were read, by full name.
struct TypeIndex {
  /// A type or extension in its surroundings.
  struct Entry {
    var declaration: Declaration
    var file: TargetSources.File
    /// The name with those of the enclosing types in front.
    var path: String
    /// The enclosing types and extensions, outermost first.
    var enclosing: [Declaration]
  }

  private(set) var types: [Entry] = []
  private(set) var extensions: [Entry] = []
  /// The names of types that are marked with `@globalActor`, without their enclosing types.
  private(set) var globalActors: Set<String> = ["MainActor"]
  /// The last names of all types and aliases in the files, and their full names.
  private(set) var names: Set<String> = []
  private var paths: Set<String> = []
  let moduleName: String

  init(_ sources: TargetSources, moduleName: String) {
    self.moduleName = moduleName
    for file in sources.files { add(file.declarations, path: "", enclosing: [], file: file) }
  }

  /// The full name of a type that is spelled `text`, without the name of the module, spaces and backticks.
  func path(of text: String) -> String {
    var path = ""
    for part in text.split(whereSeparator: { $0 == "." || $0 == ":" }) {
      let name = part.filter { $0 != "`" && $0 != " " }
      if path.isEmpty, name == moduleName, !types.contains(where: { $0.path == moduleName }) { continue }
      path += path.isEmpty ? name : "." + name
    }
    return path
  }

  /// The name by which generated code reaches a type that a member of the type at `path` calls `name`.
  ///
  /// An extension of a nested type sees the members of that type, but not those of the types around it.
  func reachableName(of name: String, in path: String) -> String {
    let root = name.split(separator: ".").first.map(String.init) ?? name
    guard !paths.contains("\(path).\(root)") else { return name }
    var scope = path.split(separator: ".")
    while scope.popLast() != nil, !scope.isEmpty {
      let around = scope.joined(separator: ".")
      if paths.contains("\(around).\(root)") { return "\(around).\(name)" }
    }
    return name
  }

  func containsType(_ path: String) -> Bool {
    types.contains { $0.path == path }
  }

  private mutating func add(
    _ declarations: [Declaration], path: String, enclosing: [Declaration], file: TargetSources.File
  ) {
    for declaration in declarations {
      switch declaration.kind {
      case .extension:
        let extended = self.path(of: declaration.name)
        extensions.append(Entry(declaration: declaration, file: file, path: extended, enclosing: enclosing))
        add(declaration.members, path: extended, enclosing: enclosing + [declaration], file: file)
      case .typealias, .associatedtype:
        names.insert(declaration.name)
        if !path.isEmpty { paths.insert(path + "." + declaration.name) }
      default:
        guard declaration.isType else { continue }
        names.insert(declaration.name)
        let path = path.isEmpty ? declaration.name : path + "." + declaration.name
        paths.insert(path)
        if declaration.attribute(named: "globalActor") != nil { globalActors.insert(declaration.name) }
        types.append(Entry(declaration: declaration, file: file, path: path, enclosing: enclosing))
        add(declaration.members, path: path, enclosing: enclosing + [declaration], file: file)
      }
    }
  }
}
