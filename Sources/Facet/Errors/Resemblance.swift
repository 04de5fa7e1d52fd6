/// How a registered type resembles one that is not registered; the nearest way first.
enum Resemblance: CaseIterable {
  case sameType
  /// An optional of the type.
  case optional
  /// Another type of the same name.
  case namesake
  /// A class that inherits from the type, or a composition with it: a forward is missing.
  case subtype
  /// A service whose instance, which its scope keeps, is one: a forward is missing.
  case conforming
  /// A structure or class whose name contains that of the protocol: a forward may be missing.
  case namedAlike
  /// A protocol of a composition, or its class.
  case part
  /// The element type of the array or the dictionary.
  case element
  /// A type that differs in the labels of a tuple, `@Sendable`, or generic arguments alone.
  case relative
}
