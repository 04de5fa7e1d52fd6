/// A type as the checks compare it: aliases followed, `any`, parentheses and modules left out.
struct ServiceType: Hashable, Sendable {
  /// The text of the type, which is what a finding shows.
  var text: String
  /// The same with the last part of each name alone.
  var shortText: String
  /// Whether every name in it is declared in the sources, so that another name is another type.
  var isResolved: Bool
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
