extension [UInt8] {
  /// Appends a number that is not negative, with zeros in front up to so many digits.
  mutating func append(decimal number: Int, digits: Int = 1) {
    if digits == 2, number < 100 {
      append(UInt8(truncatingIfNeeded: 48 + number / 10))
      append(UInt8(truncatingIfNeeded: 48 + number % 10))
      return
    }
    // From the right to the left: divisions by a constant are fast.
    var places = 1
    var rest = number / 10
    while rest > 0 || places < digits {
      rest /= 10
      places += 1
    }
    append(contentsOf: repeatElement(48, count: places))
    rest = number
    for place in 1...places {
      self[count - place] = UInt8(truncatingIfNeeded: 48 + rest % 10)
      rest /= 10
    }
  }
}
