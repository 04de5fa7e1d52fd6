import FacetSyntax

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

    /// The path of what the type stands in.
    var scope: String { path.split(separator: ".").dropLast().joined(separator: ".") }
  }

  struct Alias {
    var declaration: Declaration
    var file: SourceFile
    /// The path of the type that it stands in.
    var scope: String
  }

  private(set) var types: [Entry] = []
  private(set) var extensions: [Entry] = []
  /// The places in `extensions` of those of one type.
  private var extensionsByPath: [String: [Int]] = [:]
  private(set) var aliases: [String: Alias] = [:]
  /// The aliases that do not stand for one type everywhere: they differ by file or condition, or are generic.
  private(set) var ambiguousAliases: Set<String> = []
  /// What extensions of aliases extend, by the names that they are written with.
  private var extended: [String: String] = [:]
  /// The full names of types that are marked with `@globalActor`.
  private(set) var globalActors: Set<String> = []
  /// The full names that generic parameters of types would have as members.
  private(set) var genericParameters: Set<String> = []
  /// Whether one file makes the library visible in all.
  private(set) var isReexported = false
  /// The modules that a file imports with a level of access.
  private(set) var explicitImports: Set<String> = []
  private var typePaths: Set<String> = []
  /// What is written about the access of every type and alias; of two versions, the less visible one.
  private var levels: [String: AccessLevel] = [:]
  private var importsByFile: [String: [Declaration]] = [:]
  let moduleName: String

  init(_ sources: TargetSources, moduleName: String) {
    self.moduleName = moduleName
    for file in sources.files {
      importsByFile[file.source.path] = file.declarations.filter { $0.kind == .import }
      for declaration in file.declarations where declaration.kind == .import && declaration.accessLevel != nil
      {
        explicitImports.insert(declaration.name)
      }
      if file.declarations.contains(where: TargetSources.isReexport) { isReexported = true }
      add(file.declarations, path: "", enclosing: [], file: file)
    }
    findExtendedAliases(sources)
  }

  /// Gives what extensions of aliases declare to the types that those stand for.
  private mutating func findExtendedAliases(_ sources: TargetSources) {
    for entry in extensions where !typePaths.contains(entry.path) {
      let target = typeMeant(byExtended: entry.path)
      if target != entry.path { extended[entry.path] = target }
    }
    if extended.isEmpty { return }
    (types, extensions, extensionsByPath) = ([], [], [:])
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

  /// The extensions of the type with this full name, in the order of the files.
  func extensions(of path: String) -> [Entry] { (extensionsByPath[path] ?? []).map { extensions[$0] } }

  func containsType(_ path: String) -> Bool { typePaths.contains(path) }

  /// Whether there is a type or an alias with this full name.
  func isDeclared(_ path: String) -> Bool { levels[path] != nil }

  /// How far the type or alias with this full name can be seen, and with it the types around it.
  func accessLevel(of path: String) -> AccessLevel {
    var parts = path.split(separator: ".")
    var level = AccessLevel.everywhere
    while !parts.isEmpty {
      if let written = levels[parts.joined(separator: ".")] { level = min(level, written) }
      parts.removeLast()
    }
    return level
  }

  func imports(of file: SourceFile) -> [Declaration] { importsByFile[file.path] ?? [] }

  private mutating func declare(_ path: String, _ level: AccessLevel) {
    levels[path] = min(levels[path] ?? level, level)
  }

  private mutating func add(
    _ declarations: [Declaration], path: String, enclosing: [Declaration], file: TargetSources.File
  ) {
    for declaration in declarations {
      switch declaration.kind {
      case .extension:
        let written = self.path(of: declaration.name)
        let extended = extended[written] ?? written
        extensionsByPath[extended, default: []].append(extensions.count)
        extensions.append(Entry(declaration: declaration, file: file, path: extended, enclosing: enclosing))
        add(declaration.members, path: extended, enclosing: enclosing + [declaration], file: file)
      case .typealias, .associatedtype:
        let full = path.isEmpty ? declaration.name : path + "." + declaration.name
        declare(full, AccessLevel(declaration, in: enclosing.last))
        if declaration.kind == .typealias {
          let isOther = aliases[full].map { $0.declaration.type?.text != declaration.type?.text } ?? false
          if isOther || declaration.isGeneric || !declaration.conditions.isEmpty {
            ambiguousAliases.insert(full)
          }
          aliases[full] = Alias(declaration: declaration, file: file.source, scope: path)
        }
      default:
        guard declaration.isType else { continue }
        let path = path.isEmpty ? declaration.name : path + "." + declaration.name
        declare(path, AccessLevel(declaration, in: enclosing.last))
        typePaths.insert(path)
        for parameter in declaration.genericParameters { genericParameters.insert("\(path).\(parameter)") }
        if declaration.attribute(named: "globalActor") != nil { globalActors.insert(path) }
        types.append(Entry(declaration: declaration, file: file, path: path, enclosing: enclosing))
        add(declaration.members, path: path, enclosing: enclosing + [declaration], file: file)
      }
    }
  }
}
