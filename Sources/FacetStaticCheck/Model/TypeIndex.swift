import FacetSyntax

/// Every type, extension and alias of a target, by full name.
struct TypeIndex {
  /// A declaration in its surroundings.
  struct Entry {
    var declaration: Declaration
    var file: TargetSources.File
    /// The name with those of the enclosing types in front.
    var path: String
    /// The enclosing types and extensions, outermost first.
    var enclosing: [Declaration]

    /// The path of what it stands in.
    var scope: String { path.split(separator: ".").dropLast().joined(separator: ".") }
  }

  private(set) var types: [Entry] = []
  /// The extensions of each type, in the order of the files.
  private(set) var extensions: [String: [Entry]] = [:]
  private(set) var aliases: [String: Entry] = [:]
  /// The full names of types that are marked with `@globalActor`.
  private(set) var globalActors: Set<String> = []
  /// The full names that generic parameters of types would have as members.
  private(set) var genericParameters: Set<String> = []
  /// Whether one file makes the library visible in all.
  let isReexported: Bool
  /// The modules that a file imports with a level of access.
  let explicitImports: Set<String>
  private var typePaths: Set<String> = []
  /// What is written about the access of every type and alias; of two versions, the less visible one.
  private var levels: [String: AccessLevel] = [:]
  private let importsByFile: [String: [Declaration]]
  let moduleName: String

  init(_ sources: TargetSources, moduleName: String) {
    self.moduleName = moduleName
    importsByFile = Dictionary(sources.files.map { ($0.source.path, $0.imports) }) { $0 + $1 }
    let imports = sources.files.flatMap(\.imports)
    isReexported = imports.contains {
      TargetSources.isOfLibrary($0) && $0.attribute(named: "_exported") != nil
    }
    explicitImports = Set(imports.filter { $0.accessLevel != nil }.map(\.name))
    for file in sources.files { add(file.declarations, path: "", enclosing: [], file: file) }
  }

  /// The full name of a type that is spelled `text`, without the name of the module, spaces and backticks.
  private func path(of text: String) -> String {
    var parts = TypeSyntax(text).path
    if parts.count > 1, parts[0] == moduleName, !typePaths.contains(moduleName) { parts.removeFirst() }
    return parts.joined(separator: ".")
  }

  /// What generated code writes in front of a type that a member of the type at `path` calls `name`.
  ///
  /// An extension of a nested type sees the members of that type, but not those of the types around it.
  func reachablePrefix(of name: String, in path: String) -> String {
    guard let found = lookup(name, from: path), isDeclared(found), found != name, found != "\(path).\(name)"
    else { return "" }
    return GeneratedName.path(String(found.dropLast(name.count + 1))) + "."
  }

  /// The extensions of the type with this full name.
  func extensions(of path: String) -> [Entry] { extensions[path] ?? [] }

  func containsType(_ path: String) -> Bool { typePaths.contains(path) }

  /// Whether there is a type or an alias with this full name.
  func isDeclared(_ path: String) -> Bool { levels[path] != nil }

  /// How far the type or alias with this full name can be seen, and with it the types around it.
  func accessLevel(of path: String) -> AccessLevel {
    FullName.surroundings(of: path).compactMap { levels[$0] }.min() ?? .everywhere
  }

  func imports(of file: SourceFile) -> [Declaration] { importsByFile[file.path] ?? [] }

  private mutating func add(
    _ declarations: [Declaration], path: String, enclosing: [Declaration], file: TargetSources.File
  ) {
    for declaration in declarations {
      let isType = declaration.isType
      let isExtension = declaration.kind == .extension
      let full = isExtension ? self.path(of: declaration.name) : FullName.joined(path, declaration.name)
      let entry = Entry(declaration: declaration, file: file, path: full, enclosing: enclosing)
      if isType || declaration.kind == .typealias || declaration.kind == .associatedtype {
        let level = AccessLevel(declaration, in: enclosing.last)
        levels[full] = min(levels[full] ?? level, level)
      }
      switch declaration.kind {
      case .extension: extensions[full, default: []].append(entry)
      case .typealias: aliases[full] = entry
      default:
        guard isType else { continue }
        typePaths.insert(full)
        genericParameters.formUnion(declaration.genericParameters.map { FullName.joined(full, $0) })
        if declaration.attribute(named: "globalActor") != nil { globalActors.insert(full) }
        types.append(entry)
      }
      add(declaration.members, path: full, enclosing: enclosing + [declaration], file: file)
    }
  }
}
