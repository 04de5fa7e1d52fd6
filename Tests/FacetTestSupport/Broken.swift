/// What a factory, a completion or an action throws, where it does not matter what that is.
public struct Broken: Error {
  /// Makes one.
  public init() {}
}
