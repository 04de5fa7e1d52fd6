/// A type as the checks compare it: aliases followed, `any`, parentheses and modules left out.
struct ServiceType: Hashable, Sendable {
  /// The text of the type, which is what a finding shows.
  var text: String
  /// The same with the last part of each name alone.
  var shortText: String
  /// Whether every name in it is declared in the sources, so that another name is another type.
  var isResolved: Bool
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
  var wrapped: Wrapped?

  indirect enum Wrapped: Hashable, Sendable {
    case optional(ServiceType)
    case deferred(ServiceType, arguments: [ServiceType])
  }

  /// Whether this may be the type that is written `other`.
  func mayBe(_ other: ServiceType) -> Bool {
    if text == other.text { return true }
    return !(isResolved && other.isResolved) && shortText == other.shortText
  }

  static func == (left: ServiceType, right: ServiceType) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
