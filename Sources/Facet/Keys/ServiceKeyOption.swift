/// An extra part of a ``ServiceKey``, for libraries that extend Facet with their own kinds of registrations.
///
/// Only a resolve with an equal option finds a service that was registered with an option.
@preconcurrency
public protocol ServiceKeyOption: CustomStringConvertible, Sendable {
  /// Whether the two options are equal.
  ///
  /// Called on the thread that registers or resolves with an option. No lock is held.
  func isEqualTo(_ another: any ServiceKeyOption) -> Bool

  /// Feeds the option to a hasher; equal options feed the same values.
  func hash(into: inout Hasher)
}

/// An option behind one pointer, so that a registration without an option stays small.
@usableFromInline
package final class OptionBox: Sendable {
  let option: any ServiceKeyOption

  @usableFromInline
  init(_ option: any ServiceKeyOption) {
    self.option = option
  }
}

func == (left: OptionBox?, right: OptionBox?) -> Bool {
  guard let left, let right else { return left === right }
  return left === right || left.option.isEqualTo(right.option)
}

func != (left: OptionBox?, right: OptionBox?) -> Bool { !(left == right) }
