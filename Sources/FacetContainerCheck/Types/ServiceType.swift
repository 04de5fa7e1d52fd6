import FacetSyntax

/// A type as the checks compare it: aliases followed, `any`, parentheses and modules left out.
///
/// A class, because it is a part of nearly everything, and copied as often.
final class ServiceType: Hashable, Sendable {
  /// The text of the type, which is what a finding shows.
  let text: String
  /// The same with the last part of each name alone.
  let shortText: String
  /// Whether every name in it is declared in the sources, so that another name is another type.
  let isResolved: Bool
  /// The module that is written in front of each name in it; `nil` where there is none.
  let modules: [Module?]

  /// Whether it is a list, or a dictionary by name.
  ///
  /// As a parameter of an initializer, it holds all services of a type, be it none.
  var isCollection: Bool {
    switch TypeSyntax(text) {
    case .array: true
    case .dictionary(let key, _): key == .named([TypeSyntax.Name(text: "String")])
    default: false
    }
  }

  /// What an optional wraps, or a `Lazy` or `Provider` of the library.
  let wrapped: Wrapped?

  /// The outermost name, or the brackets of a list, without what they hold.
  let head: Head
  /// The generic arguments, or what a list, tuple or composition holds.
  let parts: [ServiceType]

  init(
    text: String, shortText: String, isResolved: Bool, modules: [Module?] = [], wrapped: Wrapped?, head: Head,
    parts: [ServiceType] = []
  ) {
    self.text = text
    self.shortText = shortText
    self.isResolved = isResolved
    self.modules = modules
    self.wrapped = wrapped
    self.head = head
    self.parts = parts
  }

  /// The outermost part of a type.
  struct Head: Sendable {
    var path = ""
    var name = ""
    var isDeclared = false
    /// Whether the sources declare the name with generic parameters.
    var isGeneric = false

    func mayBe(_ other: Head) -> Bool {
      name == other.name && (path == other.path || !(isDeclared && other.isDeclared))
    }

    /// Whether it is a name, rather than brackets or marks.
    var isName: Bool { !path.isEmpty }
  }

  struct Module: Hashable, Sendable {
    var name: String
    /// Whether the sources show that a type of the same name in another module is another one.
    var isOneOfSeveral: Bool
  }

  indirect enum Wrapped: Hashable, Sendable {
    case optional(ServiceType)
    case deferred(ServiceType, arguments: [ServiceType])
  }

  /// Whether the sources declare a part of it, so that no library can speak of it.
  var isOfSources: Bool { head.isDeclared || parts.contains(where: \.isOfSources) }

  /// Whether this may be the type that is written `other`.
  ///
  /// A name without generic arguments may have any: the compiler infers them.
  func mayBe(_ other: ServiceType) -> Bool {
    if text == other.text { return !differsInModule(from: other) }
    guard head.mayBe(other.head) else { return false }
    if parts.isEmpty != other.parts.isEmpty { return head.isName }
    guard !parts.isEmpty, parts.count == other.parts.count else {
      return parts.isEmpty && other.parts.isEmpty
    }
    return zip(parts, other.parts).allSatisfy { $0.mayBe($1) }
  }

  /// The text of the outermost name alone; types of different outer names are different.
  var groupText: String { head.isName ? head.name : shortText }

  /// The names in the type that have no generic arguments, and those that have some.
  func collectHeads(bare: inout Set<String>, specialized: inout Set<String>) {
    if head.isName {
      if parts.isEmpty { bare.insert(head.name) } else { specialized.insert(head.name) }
    }
    for part in parts { part.collectHeads(bare: &bare, specialized: &specialized) }
  }

  private func differsInModule(from other: ServiceType) -> Bool {
    zip(modules, other.modules).contains { one, other in
      guard let one, let other, one.isOneOfSeveral, other.isOneOfSeveral else { return false }
      return one.name != other.name
    }
  }

  /// The text with the module, where that matters.
  var words: String {
    guard modules.count == 1, let module = modules[0], module.isOneOfSeveral else { return text }
    return text.hasPrefix("[") ? "[\(module.name).\(text.dropFirst())" : "\(module.name).\(text)"
  }

  static func == (left: ServiceType, right: ServiceType) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
