import Foundation

extension Double {
  /// The number with up to two decimals, the same in every country: `38.5`.
  var text: String {
    formatted(.number.precision(.fractionLength(0...2)).grouping(.never).locale(Locale(identifier: "en_GB")))
  }
}
