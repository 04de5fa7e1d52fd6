/// Tells that a registration is written in Swift 5 mode.
///
/// Each function that takes a closure which may belong to an actor is there twice, and the language mode of the code that calls it decides
/// which one is meant. This parameter, which nobody passes, tells the two apart. See <doc:ActorsAndAsync>.
public struct SwiftFiveMode: Sendable {
  /// Makes the only value.
  @inlinable
  public init() {}
}
