import Foundation

extension Double {
  /// The number with up to two decimals, the same in every country: `38.5`.
  var text: String {
    // Not a hundred digits for what somebody mistyped.
    guard magnitude < 1e9 else { return description }
    return formatted(
      .number.precision(.fractionLength(0...2)).grouping(.never).locale(Locale(identifier: "en_GB")))
  }
}
