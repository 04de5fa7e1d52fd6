extension [UInt8] {
  /// Appends a number that is not negative, with zeros in front up to so many digits.
  mutating func append(decimal number: Int, digits: Int = 1) {
    var divisor = 1
    var places = 1
    while places < digits || number / divisor >= 10 {
      divisor *= 10
      places += 1
    }
    while divisor > 0 {
      append(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
      divisor /= 10
    }
  }
}
