/// A further part of a ``ServiceKey``, for extensions that register services of their own kind.
///
/// Services that were registered with an option are found only with an equal one.
@preconcurrency
public protocol ServiceKeyOption: CustomStringConvertible, Sendable {
  /// Whether the two options are the same.
  ///
  /// Called from any thread, with no lock held, at registrations and resolves with an option.
  func isEqualTo(_ another: any ServiceKeyOption) -> Bool

  /// Feeds the option into a hasher; equal options feed the same.
  func hash(into: inout Hasher)
}

/// An option behind one pointer, so that records without one stay small.
@usableFromInline
final class OptionBox: Sendable {
  let option: any ServiceKeyOption

  init(_ option: any ServiceKeyOption) {
    self.option = option
  }
}

func == (left: OptionBox?, right: OptionBox?) -> Bool {
  guard let left, let right else { return left === right }
  return left === right || left.option.isEqualTo(right.option)
}

func != (left: OptionBox?, right: OptionBox?) -> Bool { !(left == right) }
