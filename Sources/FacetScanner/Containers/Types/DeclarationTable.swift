/// Everything that the files declare, by name.
struct DeclarationTable: Sendable {
  private(set) var types: [String: [DeclaredType]] = [:]
  private var aliases: [String: [DeclaredAlias]] = [:]
  private var functions: [String: [DeclaredFunction]] = [:]
  /// The functions with the names of those that resolve.
  private(set) var resolvingFunctions: [String: [DeclaredFunction]] = [:]
  /// The names of functions and of cases of enums.
  private var functionNames: Set<String> = []
  /// Those of them that take an argument as a closure that runs later.
  private var delayingNames: Set<String> = []
  private var variables: [String: [DeclaredVariable]] = [:]
  /// The stored properties of each type, in order.
  private var properties: [String: [DeclaredVariable]] = [:]
  private(set) var modules: Set<String> = []
  /// What the subclasses of generic classes put in for their parameters, by the name of the class.
  private var inheritedArguments: [String: [(arguments: [TypeSyntax], path: String)]] = [:]

  private static let resolvingNames: Set<String> = ["resolve", "require", "resolveAsync", "requireAsync"]

  /// The folders of the files that declare each type at file level.
  private var folders: [String: [Set<Substring>]] = [:]

  init(_ files: [FileFacts]) {
    let allFolders = files.map { $0.path.split(separator: "/").dropLast() }
    let common = SharedFolders.count(allFolders)
    for (file, folders) in zip(files, allFolders) {
      modules.formUnion(file.imports)
      for type in file.types {
        types[type.path, default: []].append(type)
        if !type.isExtension, !type.path.contains(".") {
          self.folders[type.path, default: []].append(Set(folders.dropFirst(common)))
        }
        addInheritedArguments(of: type)
      }
      for alias in file.aliases { aliases[Self.path(alias.container, alias.name), default: []].append(alias) }
      for function in file.functions {
        functions[Self.path(function.container, function.name), default: []].append(function)
        functionNames.insert(function.name)
        if function.delaysArguments { delayingNames.insert(function.name) }
        if Self.resolvingNames.contains(function.name) {
          resolvingFunctions[function.name, default: []].append(function)
        }
      }
      for variable in file.variables {
        variables[Self.path(variable.container, variable.name), default: []].append(variable)
        if variable.isCase { functionNames.insert(variable.name) }
        if variable.isStored, !variable.isStatic, !variable.container.isEmpty {
          properties[variable.container, default: []].append(variable)
        }
      }
    }
  }

  private mutating func addInheritedArguments(of type: DeclaredType) {
    for text in type.inherited where text.contains("<") {
      guard case .named(let names) = TypeSyntax(text), let last = names.last, !last.arguments.isEmpty else {
        continue
      }
      inheritedArguments[last.text, default: []].append((last.arguments, type.path))
    }
  }

  /// The generic parameter of a class that has one alone.
  func generic(ofClass path: String) -> String? {
    guard let type = types[path]?.first(where: { $0.kind == .class }), type.generics.count == 1 else {
      return nil
    }
    return type.generics.first
  }

  /// What the subclasses of such a class put in for its parameter, and where they write it.
  func inheritedArguments(ofClass path: String) -> [(argument: TypeSyntax, path: String)] {
    let name = TypeSyntax.lastName(path)
    return (inheritedArguments[name] ?? []).compactMap { arguments, path in
      arguments.count == 1 ? (arguments[0], path) : nil
    }
  }

  static func path(_ container: String, _ name: String) -> String {
    container.isEmpty ? name : container + "." + name
  }

  /// Whether the sources declare the type, rather than only extend it.
  func declares(_ path: String) -> Bool { types[path]?.contains { !$0.isExtension } == true }

  /// Whether there are functions of this name, and each of them takes its arguments as they are.
  func isEager(_ name: String) -> Bool { functionNames.contains(name) && !delayingNames.contains(name) }

  /// Whether the sources declare a type of this name in the folder of the module, and another one elsewhere.
  func declaresSeveral(_ name: String, oneIn module: String) -> Bool {
    guard let found = folders[name], found.count > 1 else { return false }
    let inside = found.filter { $0.contains(module[...]) }.count
    return inside > 0 && inside < found.count
  }

  /// The alias of this path; `nil` where there is none, or where several differ.
  func alias(_ path: String) -> DeclaredAlias? {
    guard let found = aliases[path], let first = found.first else { return nil }
    return found.allSatisfy { $0.target == first.target } ? first : nil
  }

  func hasAlias(_ path: String) -> Bool { aliases[path] != nil }

  func functions(_ path: String) -> [DeclaredFunction] { functions[path] ?? [] }

  /// The variable of this path, if there is one alone.
  func variable(_ path: String) -> DeclaredVariable? {
    guard let found = variables[path], found.count == 1 else { return nil }
    return found[0]
  }

  func properties(of path: String) -> [DeclaredVariable] { properties[path] ?? [] }

  /// What the type and its extensions name after their colons.
  func inherited(by path: String) -> [String] { types[path]?.flatMap(\.inherited) ?? [] }

  func superclass(of path: String) -> String? {
    guard let type = types[path]?.first(where: { $0.kind == .class }) else { return nil }
    return type.inherited.first
  }

  /// The names inside the type that stand for different types at different times.
  func openNames(in path: String) -> Set<String> {
    var result: Set<String> = []
    var pending = [path]
    var seen: Set<String> = []
    while let path = pending.popLast(), seen.insert(path).inserted {
      for type in types[path] ?? [] {
        result.formUnion(type.generics)
        result.formUnion(type.associated)
        pending += type.inherited.map { $0.split(separator: "<").first.map(String.init) ?? $0 }
      }
    }
    return result
  }
}
