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
  private(set) var defaultScopes: Set<String> = []
  private var containers: Set<String> = []
  /// The types that name the protocol of checked resolvers, which has the name of that of containers.
  private var checkedResolvers: Set<String> = []
  /// The names to which something is assigned behind their declaration.
  private var assigned: Set<String> = []
  /// Whether `resolve` gives an optional, as it does but in the library Resolver.
  let resolvesToOptionals: Bool
  /// The folders or files that tell types of one name apart.
  private var variants: [String: Set<String>] = [:]
  /// What is declared more than once under one path, by what it says.
  private var shapes: [String: Declared] = [:]
  /// Kept, because the values of what is declared belong to scopes of these.
  private let files: [FileFacts]

  init(_ files: [FileFacts], resolvesToOptionals: Bool) {
    (self.files, self.resolvesToOptionals) = (files, resolvesToOptionals)
    for file in files {
      modules.formUnion(file.imports)
      assigned.formUnion(file.assigned)
      defaultScopes.formUnion(file.defaultScopes)
      // `Resolver` alone is there the protocol of checked resolvers, which has the same name as that of containers.
      let isChecked =
        file.imports.contains("FacetStatic")
        && file.imports.isDisjoint(with: ["Facet", "Swinject", "Resolver"])
      for declared in file.declared { add(declared, in: file, isChecked: isChecked) }
    }
    shapes = [:]
    prepare()
    for entry in entries.values {
      for declared in entry.functions + entry.variables where isAdded(declared.container) {
        addedMembers.insert(declared.name)
      }
    }
  }

  private func entry(_ path: String) -> Entry {
    if let known = entries[path] { return known }
    let entry = Entry()
    entries[path] = entry
    return entry
  }

  private func add(_ declared: Declared, in file: FileFacts, isChecked: Bool) {
    let isValue = declared.isFunction || declared.kind == .variable
    let entry = entry(isValue ? declared.place : declared.path)
    switch declared.kind {
    case .typealias: if declared.type != nil { entry.aliases.append(declared) }
    // Copies of a module would be looked through at each use.
    case .func, .`init`, .variable, .case:
      let place = declared.isFunction ? \Entry.functions : \Entry.variables
      if !entry[keyPath: place].isEmpty, isCopy(declared, of: entry[keyPath: place]) { break }
      entry[keyPath: place].append(declared)
      if values[declared.name, default: []].count <= CallTypes.mostChoices {
        values[declared.name, default: []].append(declared)
      }
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

  /// Whether one of the others that have the same path says the same.
  private func isCopy(_ declared: Declared, of others: [Declared]) -> Bool {
    if others.count == 1 { shapes[others[0].shape] = others[0] }
    let shape = declared.shape
    guard let other = shapes[shape], declared.value == other.value else {
      shapes[shape] = declared
      return false
    }
    other.file = ""
    return true
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

  /// The folder that tells the type of this name that a file sees apart from others of that name; `nil` where there are none, or nobody knows.
  func variant(of name: String, seenFrom file: String) -> String? {
    guard let folders = variants[name] else { return nil }
    return Folders.around(file).first(where: folders.contains)
  }

  /// The same, where a module is written in front of it.
  func variant(of name: String, in module: String) -> String? {
    variants[name]?.filter { Folders.name($0) == module }.min()
  }

  /// What a file sees of several things with the same path.
  func seen(_ found: [Declared], from file: String) -> [Declared] {
    guard found.count > 1, !file.isEmpty, let path = found.first?.path else { return found }
    let root = String(path.prefix { $0 != "." })
    let variant = variant(of: root, seenFrom: file)
    let seen = found.filter { declared in
      guard !declared.file.isEmpty, declared.file != file else { return true }
      if declared.isPrivate { return false }
      guard let variant, let other = self.variant(of: root, seenFrom: declared.file) else { return true }
      return variant == other
    }
    return seen.isEmpty ? found : seen
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

  /// Whether an attribute puts what it stands in front of on an actor; what another module declares may be one by its name.
  func isGlobalActor(_ name: String) -> Bool {
    let types = self[name].types
    return name == "MainActor"
      || (types.isEmpty
        ? TypeSyntax.lastName(name).hasSuffix("Actor")
        : types.contains { $0.declaration.attribute(named: "globalActor") != nil })
  }

  func isOnActor(_ declared: Declared) -> Bool {
    declared.declaration.customAttributes.contains { isGlobalActor($0.name) }
      || declared.declaration.inherited.contains { inherited in
        // `@MainActor P` conforms on an actor.
        inherited.text.hasPrefix("@") && isGlobalActor(String(inherited.text.dropFirst().prefix { $0 != " " }))
      }
  }

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
    for (path, entry) in entries where entry.files.count > 1 { variants[path] = Folders.apart(entry.files) }
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
