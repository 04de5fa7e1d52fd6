extension Double {
  /// The number with up to two decimals: `38.5`.
  var text: String {
    // Not a hundred digits for what somebody mistyped.
    guard magnitude < 1e9 else { return description }
    let rounded = (self * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
