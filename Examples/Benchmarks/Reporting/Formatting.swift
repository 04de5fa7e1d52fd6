extension Double {
  /// The number with that many digits behind the point.
  func formatted(_ digits: Int = 1) -> String {
    guard isFinite else { return "–" }
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((magnitude * scale).rounded())
    let whole = (scaled / Int(scale)).formatted
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    let fraction = String(scaled % Int(scale))
    return sign + whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension Int {
  /// The number with a comma between thousands.
  var formatted: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}

extension String {
  func paddedRight(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  func paddedLeft(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
