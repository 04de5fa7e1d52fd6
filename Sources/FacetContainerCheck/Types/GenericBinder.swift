import FacetSyntax

/// Finds out what generic parameters stand for.
struct GenericBinder {
  let generics: Set<String>
  var types: [String: ServiceType] = [:]
  /// Those that two values would make different types of.
  private var contested: Set<String> = []

  init(_ generics: Set<String>) { self.generics = generics }

  mutating func bind(_ names: [String], to found: [ServiceType]) {
    for (name, type) in zip(names, found) { set(name, type) }
  }

  /// Binds the parameters in a type, as it is written, to the parts of the type that takes its place.
  mutating func unify(_ syntax: TypeSyntax, with type: ServiceType) {
    switch syntax {
    case .named(let names) where names.count == 1 && generics.contains(names[0].text):
      set(names[0].text, type)
    case .named(let names):
      let arguments = names.flatMap(\.arguments)
      guard names.last?.text == type.head.name, arguments.count == type.parts.count else { return }
      for (argument, part) in zip(arguments, type.parts) { unify(argument, with: part) }
    case .optional(let wrapped): unify(wrapped, with: type.unwrapped ?? type)
    case .array(let element) where type.isList: unify(element, with: type.parts[0])
    default: break
    }
  }

  private mutating func set(_ name: String, _ type: ServiceType) {
    guard !contested.contains(name) else { return }
    if let known = types[name], known != type {
      // Of a value and an optional of it, or of two subtypes, nobody sees what the compiler makes.
      types[name] = nil
      contested.insert(name)
    } else {
      types[name] = type
    }
  }
}
