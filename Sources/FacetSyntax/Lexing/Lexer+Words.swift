// MARK: - Identifiers, numbers and operators

extension Lexer {
  mutating func scanIdentifier() -> Token.Kind {
    while true {
      switch classes[Int(base[position])] {
      case CharacterClass.identifierHead, CharacterClass.digit: position += 1
      case CharacterClass.multibyte where !isOperatorScalar(at: position): skipScalar()
      default: return .identifier
      }
    }
  }

  mutating func scanEscapedIdentifier() -> Token.Kind {
    var index = position + 1
    while index < end, base[index] != UInt8(ascii: "`"), base[index] != 0x0A { index += 1 }
    guard index < end, base[index] == UInt8(ascii: "`"), index > position + 1 else {
      position += 1
      return .unknown
    }
    position = index + 1
    return .escapedIdentifier
  }

  mutating func scanNumber() -> Token.Kind {
    let isHexadecimal = base[position] == UInt8(ascii: "0") && base[position + 1] | 0x20 == UInt8(ascii: "x")
    _ = scanIdentifier()
    // In `pair.0.1` the second dot does not belong to a number.
    if previous == .period { return .number }
    if base[position] == UInt8(ascii: "."), isDigit(base[position + 1]) {
      position += 1
      _ = scanIdentifier()
    }
    // The sign of an exponent: `1e-9`, `0x1p+4`.
    let last = base[position - 1] | 0x20
    let sign = base[position]
    if last == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")),
      sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), isDigit(base[position + 1])
    {
      position += 1
      _ = scanIdentifier()
    }
    return .number
  }

  mutating func scanOperator() -> Token.Kind {
    let start = position
    let first = base[position]
    if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") {
      position += 1
      return first == UInt8(ascii: "<") ? .lessThan : .greaterThan
    }
    if first == UInt8(ascii: "-"), base[position + 1] == UInt8(ascii: ">") {
      position += 2
      return .arrow
    }
    let mayHoldDots = first == UInt8(ascii: ".")
    while true {
      let byte = base[position]
      if classes[Int(byte)] == CharacterClass.multibyte {
        guard isOperatorScalar(at: position) else { break }
        skipScalar()
        continue
      }
      guard classes[Int(byte)] == CharacterClass.operatorHead || (mayHoldDots && byte == UInt8(ascii: "."))
      else { break }
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") { break }
      let following = base[position + 1]
      if position > start {
        if byte == UInt8(ascii: "-"), following == UInt8(ascii: ">") { break }
        if byte == UInt8(ascii: "/"), following == UInt8(ascii: "/") || following == UInt8(ascii: "*") {
          break
        }
      }
      position += 1
    }
    return position == start + 1 && first == UInt8(ascii: "=") ? .equal : .operatorSymbol
  }

  func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Moves over one character outside ASCII; what is not UTF-8 is a fault and is passed over byte by byte.
  mutating func skipScalar() {
    let length = scalar(at: position).length
    if length == 0 { fault(.invalidUTF8, at: position) }
    position += length == 0 ? 1 : length
  }

  /// The scalar at `offset` and its length in bytes; the length is 0 where the bytes are not UTF-8.
  private func scalar(at offset: Int) -> (value: UInt32, length: Int) {
    var bytes = UnsafeBufferPointer(start: base + offset, count: 4).makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return (0, 0) }
    return (scalar.value, UTF8.width(scalar))
  }

  /// The blocks of Unicode that the language reserves for operators.
  func isOperatorScalar(at offset: Int) -> Bool {
    switch scalar(at: offset).value {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7: return true
    case 0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E: return true
    case 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F: return true
    case 0x3001...0x3003, 0x3008...0x3020, 0x3030: return true
    default: return false
    }
  }
}
