import FacetSyntax

/// Everything that the files declare, by name.
///
/// Unchecked: nothing is changed after `init`.
final class DeclarationTable: @unchecked Sendable {
  /// What is declared under one full name, and what follows from it for a type.
  final class Entry {
    var types: [Declared] = []
    var aliases: [Declared] = []
    var functions: [Declared] = []
    var variables: [Declared] = []
    /// The stored properties of a type, in order.
    var properties: [Declared] = []
    /// The files that declare it at file level.
    var files: [String] = []
    var inherited: [String] = []
    /// What the type inherits from, or conforms to, as far as the sources declare it, nearest first.
    var ancestors: [String] = []
    /// Those of them that have types or aliases as members; asked for with every name.
    var basesWithTypes: [String] = []
    /// The names inside the type, and in those around it, that stand for different types at different times.
    var openNames: Set<String> = []
    var surroundings: [String] = []

    /// Whether the sources declare the type, rather than only extend it.
    var declaresType: Bool { types.contains { !$0.isExtension } }

    /// The only alias; `nil` where there is none, or where several differ.
    var alias: Declared? { aliases.allSatisfy { $0.type == aliases[0].type } ? aliases.first : nil }

    /// The generic parameters of the type, in order.
    var generics: [String] { types.first { !$0.isExtension }?.declaration.genericParameters ?? [] }

    var superclass: String? { types.first { $0.kind == .class }?.declaration.inherited.first?.text }

    var isPropertyWrapper: Bool {
      types.contains { $0.declaration.attribute(named: "propertyWrapper") != nil }
    }

    /// The variable, if there is one alone.
    var variable: Declared? { variables.count == 1 ? variables[0] : nil }
  }

  private var entries: [String: Entry] = [:]
  /// The functions and variables, be they members of any type, by their own names.
  private(set) var values: [String: [Declared]] = [:]
  /// The names of what extensions add to protocols and to types of libraries.
  private(set) var addedMembers: Set<String> = []
  private(set) var modules: Set<String> = []
  private var containers: Set<String> = []
  /// The types that name the protocol of checked resolvers, which has the name of that of containers.
  private var checkedResolvers: Set<String> = []
  /// The names to which something is assigned behind their declaration.
  private var assigned: Set<String> = []
  private let folders: Folders
  /// Kept, because the values of what is declared belong to scopes of these.
  private let files: [FileFacts]

  init(_ files: [FileFacts]) {
    (folders, self.files) = (Folders(files.map(\.path)), files)
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

  private func entry(_ path: String) -> Entry {
    if let known = entries[path] { return known }
    let entry = Entry()
    entries[path] = entry
    return entry
  }

  private func add(_ declared: Declared, in file: FileFacts, isChecked: Bool) {
    let entry = entry(declared.path)
    switch declared.kind {
    case .typealias: if declared.type != nil { entry.aliases.append(declared) }
    // Copies of a module would be looked through at each use.
    case .func, .`init`, .variable, .case:
      let place = declared.isFunction ? \Entry.functions : \Entry.variables
      if entry[keyPath: place].contains(where: declared.isCopy(of:)) { break }
      entry[keyPath: place].append(declared)
      values[declared.name, default: []].append(declared)
      if declared.kind == .variable, declared.isStored, !declared.isStatic, !declared.container.isEmpty {
        self.entry(declared.container).properties.append(declared)
      }
    case .subscript: entry.functions.append(declared)
    case .deinit: break
    default:
      if isChecked, declared.declaration.inherited.contains(where: { $0.text == "Resolver" }) {
        checkedResolvers.insert(declared.path)
      }
      entry.types.append(declared)
      if !declared.isExtension, declared.container.isEmpty { entry.files.append(file.path) }
    }
  }

  /// Whether members of a type are added by extensions alone: it is a protocol, or one of a library.
  private func isAdded(_ path: String) -> Bool {
    !path.isEmpty && !self[path].types.contains { !$0.isExtension && $0.kind != .protocol }
  }

  // MARK: - Names

  private let nothing = Entry()

  /// What is declared under the full name, be it nothing.
  subscript(path: String) -> Entry { entries[path] ?? nothing }

  /// Whether the sources declare the type, rather than only extend it.
  func declares(_ path: String) -> Bool { self[path].declaresType }

  /// Whether the sources declare a type of this name in the folder of the module, and another one elsewhere.
  func declaresSeveral(_ name: String, oneIn module: String) -> Bool {
    let found = self[name].files
    let inside = found.count { folders.own($0).contains(module[...]) }
    return inside > 0 && inside < found.count
  }

  /// Whether the sources declare a type or an alias of this path.
  func namesType(_ path: String) -> Bool { declares(path) || !self[path].aliases.isEmpty }

  /// Whether the variable always has its first value: it is constant, or static and nothing is assigned to it.
  func isConstant(_ variable: Declared) -> Bool {
    variable.isConstant
      || (variable.isStatic || variable.container.isEmpty) && variable.isStored
        && !assigned.contains(variable.name)
  }

  // MARK: - Types

  func isGeneric(_ path: String) -> Bool { !self[path].generics.isEmpty }

  /// Whether it inherits from, or conforms to, something that the sources do not declare.
  func hasForeignBase(_ path: String) -> Bool { self[path].ancestors.contains { !declares($0) } }

  /// Whether one of two types is the other, or inherits from it.
  func areRelated(_ one: String, _ other: String) -> Bool {
    one == other || self[one].ancestors.contains(other) || self[other].ancestors.contains(one)
  }

  /// Whether the type is a container, inherits from one, or is a protocol that containers conform to.
  func isContainer(_ path: String) -> Bool {
    Self.containers.contains(TypeSyntax.lastName(path)) || containers.contains(path)
  }

  /// The path and those of the types around it, and last an empty one.
  func surroundings(of path: String) -> [String] {
    let known = self[path].surroundings
    return known.isEmpty ? FullName.surroundings(of: path) : known
  }

  // MARK: - What is asked for often

  private static let containers: Set<String> = [
    "Container", "Resolver", "AutoRegistering", "Assembler", "SwinjectStoryboard",
  ]

  private func prepare() {
    if declares("Resolver") { checkedResolvers = [] }
    let types = entries.filter { !$0.value.types.isEmpty }
    var holders = Set(entries.values.flatMap { $0.aliases.map(\.container) })
    for (path, entry) in types {
      entry.surroundings = FullName.surroundings(of: path)
      holders.formUnion(entry.surroundings.dropFirst().prefix(1))
      entry.inherited = entry.types.flatMap(\.declaration.inherited).flatMap { parts(of: $0.text) }
      if entry.inherited.contains("FacetStatic.Resolver") { checkedResolvers.insert(path) }
    }
    for (path, entry) in types {
      entry.ancestors = findAncestors(of: entry)
      entry.basesWithTypes = entry.ancestors.filter { $0 != path && holders.contains($0) }
      if !checkedResolvers.contains(path),
        entry.ancestors.contains(where: { Self.containers.contains(TypeSyntax.lastName($0)) })
      {
        containers.insert(path)
      }
    }
    for entry in types.values {
      for around in entry.surroundings.compactMap({ types[$0] }) {
        addOpenNames(of: around, to: entry)
        for base in around.ancestors { if let base = types[base] { addOpenNames(of: base, to: entry) } }
      }
    }
    for name in ["Container", "Resolver"] { containers.formUnion(types[name]?.inherited ?? []) }
  }

  /// `A` and `B` for `A & B`, and for an alias of it.
  private func parts(of text: String, depth: Int = 0) -> [String] {
    TypeSyntax(text).composed.flatMap { part in
      let name = part.path.joined(separator: ".")
      guard depth < 8, let alias = self[name].alias, let target = alias.type, !alias.isGeneric else {
        return [name]
      }
      return parts(of: target, depth: depth + 1)
    }
  }

  private func findAncestors(of entry: Entry) -> [String] {
    var seen: Set<String> = []
    var result: [String] = []
    var pending = Array(entry.inherited.reversed())
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      result.append(next)
      pending += self[next].inherited.reversed()
    }
    return result
  }

  private func addOpenNames(of type: Entry, to entry: Entry) {
    for type in type.types {
      entry.openNames.formUnion(type.declaration.genericParameters)
      for member in type.declaration.members where member.kind == .associatedtype {
        entry.openNames.insert(member.name)
      }
    }
  }
}
