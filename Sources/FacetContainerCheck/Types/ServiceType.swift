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
  /// The outermost name, or the brackets of a list, without what they hold.
  let head: Head
  /// The generic arguments, or what a list, tuple or composition holds.
  let parts: [ServiceType]

  /// A name with its generic arguments.
  init(_ head: Head, _ parts: [ServiceType] = []) {
    (self.head, self.parts) = (head, parts)
    let module = head.variant.isEmpty ? "" : head.module + "."
    text = Self.text(module + head.path, parts.map(\.text))
    shortText = Self.text(head.name, parts.map(\.shortText))
    isResolved = head.isDeclared && parts.allSatisfy(\.isResolved)
  }

  /// Brackets or marks around the parts.
  init(_ syntax: TypeSyntax, _ parts: [ServiceType]) {
    (head, self.parts) = (Head(name: syntax.text(of: parts.map { _ in "" })), parts)
    text = syntax.text(of: parts.map(\.text))
    shortText = syntax.text(of: parts.map(\.shortText))
    isResolved = parts.allSatisfy(\.isResolved)
  }

  /// An optional.
  convenience init(optional wrapped: ServiceType) { self.init(.optional(.unreadable), [wrapped]) }

  private static func text(_ name: String, _ arguments: [String]) -> String {
    arguments.isEmpty ? name : "\(name)<\(arguments.joined(separator: ", "))>"
  }

  /// What an optional wraps.
  var unwrapped: ServiceType? { head.name == "?" ? parts[0] : nil }

  /// Whether it holds a service, be it later or perhaps.
  var isWrapped: Bool { unwrapped != nil || head.isDeferred }

  /// Whether it is a list, or a dictionary by name.
  ///
  /// As a parameter of an initializer, it holds all services of a type, be it none.
  var isCollection: Bool { isList || head.name == "[: ]" && parts[0].text == "String" }

  var isList: Bool { head.name == "[]" }

  /// The outermost part of a type.
  struct Head: Sendable {
    var path = ""
    var name = ""
    var isDeclared = false
    /// Whether the sources declare the name with generic parameters.
    var isGeneric = false
    /// Whether it is a `Lazy` or `Provider` of the library.
    var isDeferred = false
    /// The module that is written in front of it; empty for none.
    var module = ""
    /// The folder that tells it from a type of the same name that the sources declare in another one; empty where there is none.
    var variant = ""
    /// Whether it is a container, which a library declares.
    var isContainer = false

    func mayBe(_ other: Head) -> Bool {
      if !variant.isEmpty, !other.variant.isEmpty, variant != other.variant { return false }
      return name == other.name && (path == other.path || !(isDeclared && other.isDeclared))
    }

    /// The brackets or marks alone; empty for a name.
    var form: String {
      if isName { return "" }
      if name.contains(part: "->") { return "->" }
      return name.hasPrefix("(") || name == "Void" ? "()" : name
    }

    /// Whether it is a name, rather than brackets or marks.
    var isName: Bool { !path.isEmpty }
  }

  /// Whether the sources declare a part of it, so that no library can speak of it.
  var isOfSources: Bool { head.isDeclared || parts.contains(where: \.isOfSources) }

  /// What it is made of, as far as the sources declare it, or a container.
  var partsOfSources: [ServiceType] {
    head.isDeclared || head.isContainer ? [self] : parts.flatMap(\.partsOfSources)
  }

  /// Whether this may be the type that is written `other`.
  ///
  /// A name without generic arguments may have any: the compiler infers them.
  func mayBe(_ other: ServiceType) -> Bool {
    if text == other.text { return true }
    guard head.mayBe(other.head) else { return false }
    if parts.isEmpty != other.parts.isEmpty { return head.isName }
    guard !parts.isEmpty, parts.count == other.parts.count else {
      return parts.isEmpty && other.parts.isEmpty
    }
    return zip(parts, other.parts).allSatisfy { $0.mayBe($1) }
  }

  /// The text of the outermost name alone; types of different outer names are different.
  var groupText: String { head.isName ? head.name : shortText }

  /// The kinds of readings that may be the type.
  var keys: [String] {
    [" any", groupText] + (head.isName ? [] : [" " + head.form]) + (isOfSources ? [] : [" outside"])
      + (head.isDeclared ? [] : [" of sources"])
  }

  /// Adds the names in the type that have generic arguments.
  func collectSpecialized(_ names: inout Set<String>) {
    if head.isName, !parts.isEmpty { names.insert(head.name) }
    for part in parts { part.collectSpecialized(&names) }
  }

  /// What tells the types in it apart from others of their names; empty for nothing.
  var variants: String { parts.reduce(head.variant) { $0 + $1.variants } }

  /// The short text with that.
  var variantText: String { shortText + " " + variants }

  /// All modules that are written in it: types of one name may be different ones of several libraries.
  var modules: String { parts.reduce(head.module) { "\($0) \($1.modules)" } }

  static func == (left: ServiceType, right: ServiceType) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
