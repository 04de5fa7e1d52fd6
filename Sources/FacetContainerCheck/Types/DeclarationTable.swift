import FacetSyntax

/// Everything that the files declare, by name.
///
/// Unchecked: nothing is changed after `init`.
final class DeclarationTable: @unchecked Sendable {
  private(set) var types: [String: [Declared]] = [:]
  private var aliases: [String: [Declared]] = [:]
  private var functions: [String: [Declared]] = [:]
  /// The functions and variables, be they members of any type, by their own names.
  private(set) var values: [String: [Declared]] = [:]
  private var variables: [String: [Declared]] = [:]
  /// The names of what extensions add to protocols and to types of libraries.
  private(set) var addedMembers: Set<String> = []
  /// The stored properties of each type, in order.
  private var properties: [String: [Declared]] = [:]
  private(set) var modules: Set<String> = []
  private var inherited: [String: [String]] = [:]
  private var ancestors: [String: [String]] = [:]
  /// Those of the ancestors that have types or aliases as members; asked for with every name.
  private var basesWithTypes: [String: [String]] = [:]
  private var openNames: [String: Set<String>] = [:]
  private var surroundings: [String: [String]] = [:]
  private var containers: Set<String> = []
  /// The types that name the protocol of checked resolvers, which has the name of that of containers.
  private var checkedResolvers: Set<String> = []
  /// The names to which something is assigned behind their declaration.
  private var assigned: Set<String> = []

  /// The files that declare each type at file level.
  private var paths: [String: [String]] = [:]
  private let folders: Folders

  init(_ files: [FileFacts]) {
    folders = Folders(files.map(\.path))
    for file in files {
      modules.formUnion(file.imports)
      assigned.formUnion(file.assigned)
      // `Resolver` alone is there the protocol of checked resolvers, which has the same name as that of containers.
      let isChecked =
        file.imports.contains("FacetStatic")
        && file.imports.isDisjoint(with: ["Facet", "Swinject", "Resolver"])
      for declared in file.declared { add(declared, in: file, isChecked: isChecked) }
    }
    prepare()
    for declared in values.values.joined() where isAdded(declared.container) {
      addedMembers.insert(declared.name)
    }
  }

  private func add(_ declared: Declared, in file: FileFacts, isChecked: Bool) {
    switch declared.kind {
    case .typealias: if declared.type != nil { aliases[declared.path, default: []].append(declared) }
    case .func, .`init`:
      functions[declared.path, default: []].append(declared)
      values[declared.name, default: []].append(declared)
    case .variable, .case:
      variables[declared.path, default: []].append(declared)
      values[declared.name, default: []].append(declared)
      if declared.isStored, !declared.isStatic, !declared.container.isEmpty {
        properties[declared.container, default: []].append(declared)
      }
    case .subscript, .deinit: break
    default:
      if isChecked, declared.declaration.inherited.contains(where: { $0.text == "Resolver" }) {
        checkedResolvers.insert(declared.path)
      }
      types[declared.path, default: []].append(declared)
      if !declared.isExtension, declared.container.isEmpty {
        paths[declared.path, default: []].append(file.path)
      }
    }
  }

  /// Whether members of a type are added by extensions alone: it is a protocol, or one of a library.
  private func isAdded(_ path: String) -> Bool {
    !path.isEmpty && types[path]?.contains { !$0.isExtension && $0.kind != .protocol } != true
  }

  /// `A` and `B` for `A & B`, and for an alias of it.
  private func parts(of text: String, depth: Int = 0) -> [String] {
    TypeSyntax(text).composed.flatMap { part in
      let name = part.path.joined(separator: ".")
      guard depth < 8, let alias = alias(name), let target = alias.type, !alias.isGeneric else {
        return [name]
      }
      return parts(of: target, depth: depth + 1)
    }
  }

  /// Whether the sources declare the type, rather than only extend it.
  func declares(_ path: String) -> Bool { types[path]?.contains { !$0.isExtension } == true }

  /// Whether the sources declare a type of this name in the folder of the module, and another one elsewhere.
  func declaresSeveral(_ name: String, oneIn module: String) -> Bool {
    guard let found = paths[name], found.count > 1 else { return false }
    let inside = found.count { folders.own($0).contains(module[...]) }
    return inside > 0 && inside < found.count
  }

  /// The alias of this path; `nil` where there is none, or where several differ.
  func alias(_ path: String) -> Declared? {
    guard let found = aliases[path], let first = found.first else { return nil }
    return found.allSatisfy { $0.type == first.type } ? first : nil
  }

  /// The generic parameters of the type, in order.
  func generics(of path: String) -> [String] {
    types[path]?.first { !$0.isExtension }?.declaration.genericParameters ?? []
  }

  func isGeneric(_ path: String) -> Bool { !generics(of: path).isEmpty }

  func isPropertyWrapper(_ path: String) -> Bool {
    types[path]?.contains { $0.declaration.attribute(named: "propertyWrapper") != nil } == true
  }

  func hasAlias(_ path: String) -> Bool { aliases[path] != nil }

  func functions(_ path: String) -> [Declared] { functions[path] ?? [] }

  /// The variable of this path, if there is one alone, be it in several copies.
  func variable(_ path: String) -> Declared? {
    guard let found = variables[path], let first = found.first else { return nil }
    return found.dropFirst().allSatisfy {
      $0.type == first.type && $0.value == first.value && $0.isConstant == first.isConstant
    } ? first : nil
  }

  /// Whether the variable always has its first value: it is constant, or static and nothing is assigned to it.
  func isConstant(_ variable: Declared) -> Bool {
    variable.isConstant
      || (variable.isStatic || variable.container.isEmpty) && variable.isStored
        && !assigned.contains(variable.name)
  }

  func properties(of path: String) -> [Declared] { properties[path] ?? [] }

  /// What the type and its extensions name after their colons, aliases and compositions taken apart.
  func inherited(by path: String) -> [String] { inherited[path] ?? [] }

  func superclass(of path: String) -> String? {
    types[path]?.first { $0.kind == .class }?.declaration.inherited.first?.text
  }

  /// The names inside the type, and in those around it, that stand for different types at different times.
  func openNames(in path: String) -> Set<String> { openNames[path] ?? [] }

  /// What the type inherits from, or conforms to, as far as the sources declare it, nearest first.
  func ancestors(of path: String) -> [String] { ancestors[path] ?? [] }

  /// Those of them that have types or aliases as members.
  func basesWithTypes(of path: String) -> [String] { basesWithTypes[path] ?? [] }

  /// Whether the type is a container, inherits from one, or is a protocol that containers conform to.
  func isContainer(_ path: String) -> Bool {
    Self.containers.contains(TypeSyntax.lastName(path)) || containers.contains(path)
  }

  /// The path and those of the types around it, and last an empty one.
  func surroundings(of path: String) -> [String] {
    surroundings[path] ?? FullName.surroundings(of: path)
  }

  // MARK: - What is asked for often

  private static let containers: Set<String> = ["Container", "Resolver", "AutoRegistering", "Assembler"]

  private func prepare() {
    if declares("Resolver") { checkedResolvers = [] }
    for (path, found) in types {
      let names = found.flatMap(\.declaration.inherited).flatMap { parts(of: $0.text) }
      inherited[path] = names
      if names.contains("FacetStatic.Resolver") { checkedResolvers.insert(path) }
    }
    var holders = Set(aliases.values.joined().map(\.container))
    for path in types.keys { holders.formUnion(surroundings(of: path).dropFirst().prefix(1)) }
    for path in types.keys {
      let found = findAncestors(of: path)
      ancestors[path] = found
      basesWithTypes[path] = found.filter { $0 != path && holders.contains($0) }
      surroundings[path] = surroundings(of: path)
    }
    let own = types.mapValues { found in
      found.flatMap { type in
        let associated = type.declaration.members.filter { $0.kind == .associatedtype }
        return type.declaration.genericParameters + associated.map(\.name)
      }
    }.filter { !$0.value.isEmpty }
    for path in types.keys {
      if !checkedResolvers.contains(path),
        ancestors[path]?.contains(where: { Self.containers.contains(TypeSyntax.lastName($0)) }) == true
      {
        containers.insert(path)
      }
      for around in surroundings(of: path) {
        for type in [around] + ancestors(of: around) {
          if let names = own[type] { openNames[path, default: []].formUnion(names) }
        }
      }
    }
    for name in ["Container", "Resolver"] { containers.formUnion(inherited(by: name)) }
  }

  private func findAncestors(of path: String) -> [String] {
    var seen: Set<String> = []
    var result: [String] = []
    var pending = Array(inherited(by: path).reversed())
    while let next = pending.popLast() {
      let plain = String(next.prefix { $0 != "<" })
      guard seen.insert(plain).inserted else { continue }
      result.append(plain)
      pending += inherited(by: plain).reversed()
    }
    return result
  }
}
