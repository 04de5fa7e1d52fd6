/// A service that an application and its frameworks share.
public protocol Clock: Sendable {
  /// The time of day.
  var time: String { get }
}
