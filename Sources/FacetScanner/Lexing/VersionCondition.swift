/// What is known of an `#if` condition without building anything: whether it asks for a version, and its value.
///
/// The compiler does not read what a version condition rules out, so such a region may hold anything. All other
/// regions have to be Swift, whatever their conditions say.
struct VersionCondition: Equatable {
  /// Whether the compiler leaves the region alone where the condition does not hold.
  var asksForVersion: Bool
  /// Whether it holds; `nil` where that depends on the build.
  var value: Bool?

  static let unknown = VersionCondition(asksForVersion: false, value: nil)

  /// Reads the condition on the bytes from `start` up to `end`.
  init(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    var reader = VersionConditionReader(base: base, position: start, end: end)
    self = reader.readDisjunction()
  }

  init(asksForVersion: Bool, value: Bool?) {
    self.asksForVersion = asksForVersion
    self.value = value
  }

  static func && (left: VersionCondition, right: VersionCondition) -> VersionCondition {
    let value: Bool? =
      left.value == false || right.value == false ? false : left.value == true ? right.value : nil
    return VersionCondition(asksForVersion: left.asksForVersion || right.asksForVersion, value: value)
  }

  static func || (left: VersionCondition, right: VersionCondition) -> VersionCondition {
    let value: Bool? =
      left.value == true || right.value == true ? true : left.value == false ? right.value : nil
    return VersionCondition(asksForVersion: left.asksForVersion && right.asksForVersion, value: value)
  }

  static prefix func ! (condition: VersionCondition) -> VersionCondition {
    VersionCondition(asksForVersion: condition.asksForVersion, value: condition.value.map { !$0 })
  }
}

/// Reads a condition: calls joined by `||`, `&&`, `!` and parentheses.
private struct VersionConditionReader {
  let base: UnsafePointer<UInt8>
  var position: Int
  let end: Int
  /// More nesting than this is no condition that somebody wrote.
  var depth = 0

  mutating func readDisjunction() -> VersionCondition {
    var result = readConjunction()
    while skip("||") { result = result || readConjunction() }
    return result
  }

  private mutating func readConjunction() -> VersionCondition {
    var result = readOperand()
    while skip("&&") { result = result && readOperand() }
    return result
  }

  private mutating func readOperand() -> VersionCondition {
    guard depth < 100 else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    if skip("!") { return !readOperand() }
    if skip("(") {
      let result = readDisjunction()
      _ = skip(")")
      return result
    }
    let isLanguage = skip("swift(") || skip("swift (")
    if isLanguage || skip("compiler(") || skip("compiler (") { return readVersion(isLanguage: isLanguage) }
    skipName()
    if skip("(") { skipArguments() }
    return .unknown
  }

  /// Reads `>=6.2)` or `<6)`.
  private mutating func readVersion(isLanguage: Bool) -> VersionCondition {
    let isMinimum = skip(">=")
    guard isMinimum || skip("<") else {
      skipArguments()
      return .unknown
    }
    var version: [Int] = []
    repeat { version.append(readNumber()) } while skip(".")
    skipArguments()
    let isReached = isLanguage ? Toolchain.speaks(version) : Toolchain.isAtLeast(version)
    return VersionCondition(asksForVersion: true, value: isReached.map { $0 == isMinimum })
  }

  private mutating func readNumber() -> Int {
    skipSpace()
    var number = 0
    while position < end, base[position] >= UInt8(ascii: "0"), base[position] <= UInt8(ascii: "9") {
      number = min(number, 100_000) * 10 + Int(base[position] - UInt8(ascii: "0"))
      position += 1
    }
    return number
  }

  private mutating func skipName() {
    while position < end {
      switch base[position] {
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "!"):
        return
      default: position += 1
      }
    }
  }

  private mutating func skipArguments() {
    var open = 1
    while position < end, open > 0 {
      if base[position] == UInt8(ascii: "(") { open += 1 }
      if base[position] == UInt8(ascii: ")") { open -= 1 }
      position += 1
    }
  }

  private mutating func skipSpace() {
    while position < end, base[position] == UInt8(ascii: " ") || base[position] == UInt8(ascii: "\t") {
      position += 1
    }
  }

  private mutating func skip(_ symbol: StaticString) -> Bool {
    skipSpace()
    let length = symbol.utf8CodeUnitCount
    guard position + length <= end else { return false }
    for offset in 0..<length where base[position + offset] != symbol.utf8Start[offset] { return false }
    position += length
    return true
  }
}
