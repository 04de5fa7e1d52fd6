import FacetSyntax

/// Everything that the files declare, by name.
///
/// Unchecked: nothing is changed after `init`.
final class DeclarationTable: @unchecked Sendable {
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
  private(set) var resolvesToOptionals = true
  /// The folders or files that tell types of one name apart.
  private var variants: [String: Set<String>] = [:]
  /// What is declared more than once under one path, by what it says.
  private var shapes: [String: Declared] = [:]
  /// Kept, because the values of what is declared belong to scopes of these.
  private let files: [FileFacts]

  init(_ files: [FileFacts], hasResolver: Bool) {
    self.files = files
    var places: [String: [String]] = [:]
    for file in files {
      for type in file.declared where !type.isValue && !type.isExtension && type.container.isEmpty {
        places[type.name, default: []].append(file.path)
      }
    }
    for (name, paths) in places where paths.count > 1 { variants[name] = Folders.apart(paths) }
    for file in files {
      modules.formUnion(file.imports)
      assigned.formUnion(file.assigned)
      defaultScopes.formUnion(file.defaultScopes)
      // `Resolver` alone is there the protocol of checked resolvers, which has the same name as that of containers.
      let isChecked =
        file.imports.contains("FacetStatic")
        && file.imports.isDisjoint(with: ["Facet", "Swinject", "Resolver"])
      for declared in file.declared {
        add(declared, isChecked: isChecked)
        if let variant = variant(of: declared.root, seenFrom: file.path) {
          add(declared, toVariant: variant + " ")
        }
      }
    }
    shapes = [:]
    let isResolver = hasResolver || modules.contains("Resolver")
    resolvesToOptionals = !isResolver || !modules.isDisjoint(with: ["Facet", "Swinject"])
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

  private func add(_ declared: Declared, isChecked: Bool) {
    let entry = entry(declared.isValue ? declared.place : declared.path)
    switch declared.kind {
    case .typealias: if declared.type != nil { entry.aliases.append(declared) }
    case .deinit: break
    case _ where declared.isValue:
      // Of so many nobody sees which is meant.
      if add(declared, to: entry, ""), values[declared.name, default: []].count <= CallTypes.mostChoices {
        values[declared.name, default: []].append(declared)
      }
    default:
      if isChecked, declared.declaration.inherited.contains(where: { $0.text == "Resolver" }) {
        checkedResolvers.insert(declared.path)
      }
      entry.types.append(declared)
      if !declared.isExtension, entry.declaration == nil { entry.declaration = declared }
      if declared.declaration.attribute(named: "propertyWrapper") != nil { entry.isPropertyWrapper = true }
    }
  }

  /// Adds it to what is known of one of several types with its name.
  private func add(_ declared: Declared, toVariant variant: String) {
    let entry = entry(variant + (declared.isValue ? declared.place : declared.path))
    if declared.isValue {
      _ = add(declared, to: entry, variant)
    } else if !declared.isExtension, declared.kind != .typealias {
      entry.declaration = entry.declaration ?? declared
    }
  }

  /// Adds a function or variable, unless another one with the same path says the same: copies of a module would be looked through at each use.
  private func add(_ declared: Declared, to entry: Entry, _ variant: String) -> Bool {
    let place = declared.isFunction ? \Entry.functions : \Entry.variables
    if let first = entry[keyPath: place].first {
      shapes[variant + first.shape] = first
      let shape = variant + declared.shape
      if let other = shapes[shape], declared.value == other.value { return false }
      shapes[shape] = declared
    }
    entry[keyPath: place].append(declared)
    if declared.kind == .variable, declared.isStored, !declared.isStatic, !declared.container.isEmpty {
      self.entry(variant + declared.container).properties.append(declared)
    }
    return true
  }

  /// Whether members of a type are added by extensions alone: it is a protocol, or one of a library.
  private func isAdded(_ path: String) -> Bool {
    !path.isEmpty && (self[path].declaration?.kind ?? .protocol) == .protocol
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

  /// What is declared under the full name, as a file sees it: what it alone sees comes first, then what is of the one of several types that it means.
  func entry(_ path: String, seenFrom file: String) -> Entry {
    if file.isEmpty { return self[path] }
    if let own = entries[Declared.place(of: path, in: file)] { return own }
    guard !variants.isEmpty, let variant = variant(of: FullName.root(of: path), seenFrom: file) else {
      return self[path]
    }
    return entries[variant + " " + path] ?? self[path]
  }

  /// Whether the sources declare a type or an alias of this path.
  func namesType(_ path: String) -> Bool { declares(path) || !self[path].aliases.isEmpty }

  /// Whether the variable always has its first value: it is constant, or static and nothing is assigned to it.
  func isConstant(_ variable: Declared) -> Bool {
    variable.isConstant
      || (variable.isStatic || variable.container.isEmpty) && variable.isStored
        && !assigned.contains(variable.name)
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
