import FacetSyntax

extension Array {
  /// What is found of each element; `nil` where nothing is found of one.
  func all<Found>(_ find: (Element) -> Found?) -> [Found]? {
    var result: [Found] = []
    for element in self {
      guard let found = find(element) else { return nil }
      result.append(found)
    }
    return result
  }
}

/// What the sources show of the type of a value.
indirect enum TypeReading: Sendable {
  case type(ServiceType)
  /// One of several.
  case oneOf([TypeReading])
  /// A type of another module, which may be made of these types of the sources.
  case outside(of: [ServiceType])
  /// A function, a list and so on, of parts that are not known: how its type begins, without names.
  case form(String)
  case anything

  init(_ type: ServiceType?) { self = type.map { .type($0) } ?? .anything }

  /// The type, if it is known.
  var type: ServiceType? { if case .type(let type) = self { type } else { nil } }

  /// The same, or what is made by a name with a capital, which is hardly ever that of a function.
  var likely: ServiceType? {
    guard case .oneOf(let readings) = self, let made = readings[0].type, readings.count == 3,
      readings[1].type?.unwrapped == made, readings[2].isOutside
    else { return type }
    return made
  }

  /// Whether nothing is known.
  var isAnything: Bool { if case .anything = self { true } else { false } }

  var isOutside: Bool { if case .outside(let types) = self { types.isEmpty } else { false } }

  /// The types of the sources that it may be made of; `nil` where they are not known.
  var sourceTypes: [ServiceType]? {
    switch self {
    case .type(let type): type.isOfSources ? [type] : []
    case .outside(let types): types
    case .form: []
    case .oneOf(let readings): readings.all(\.sourceTypes)?.flatMap { $0 }
    case .anything: nil
    }
  }

  /// Whether something of this type may be asked for as `wanted`.
  func mayBe(_ wanted: ServiceType) -> Bool {
    switch self {
    case .type(let type): type.mayBe(wanted)
    case .oneOf(let readings): readings.contains { $0.mayBe(wanted) }
    case .outside(let types):
      types.isEmpty
        ? !wanted.isOfSources : !wanted.head.isDeclared || types.contains { $0.mayBe(wanted) }
    case .form(let form): wanted.head.form == form
    case .anything: true
    }
  }

  /// The kinds of what it may be; see those of a type.
  var keys: Set<String> {
    switch self {
    case .type(let type): [type.groupText]
    case .oneOf(let readings): readings.reduce(into: []) { $0.formUnion($1.keys) }
    case .outside(let types): types.isEmpty ? [" outside"] : Set([" of sources"] + types.map(\.groupText))
    case .form(let form): [" " + form]
    case .anything: [" any"]
    }
  }

  /// What it may be, in words.
  var words: String {
    switch self {
    case .type(let type): "'\(type.text)'"
    case .oneOf(let readings): Set(readings.map(\.words)).sorted(by: <).joined(separator: " or ")
    case .outside(let types):
      (["a type of another module"] + Set(types.map { "'\($0.text)'" }).sorted(by: <)).joined(
        separator: " or ")
    case .form(let form): Self.forms[form] ?? "a type without a name"
    case .anything: "any type"
    }
  }

  static let forms = [
    "->": "a function", "[]": "a list", "[: ]": "a dictionary", "()": "a tuple", "?": "an optional",
    ".Type": "a type itself",
  ]

  // MARK: - What becomes of it

  /// What is known of a value that may have one of these types.
  static func choice(_ readings: [TypeReading]) -> TypeReading {
    var found: [TypeReading] = []
    for reading in readings {
      if case .oneOf(let inside) = reading { found += inside } else { found.append(reading) }
    }
    if found.isEmpty || found.contains(where: \.isAnything) { return .anything }
    var seen: Set<String> = []
    found = found.filter { seen.insert($0.words).inserted }
    return found.count == 1 ? found[0] : .oneOf(found)
  }

  var optional: TypeReading { mapped { $0.unwrapped == nil ? .type(ServiceType(optional: $0)) : .type($0) } }

  /// What an optional holds; anything else stays.
  var unwrapped: TypeReading {
    if case .form("?") = self { return .anything }
    return mapped { .type($0.unwrapped ?? $0) }
  }

  func mapped(_ change: (ServiceType) -> TypeReading) -> TypeReading {
    switch self {
    case .type(let type): change(type)
    case .oneOf(let readings): .choice(readings.map { $0.mapped(change) })
    default: self
    }
  }
}
