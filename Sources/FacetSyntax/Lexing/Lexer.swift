/// Cuts the bytes of a file into tokens, one at a time.
///
/// It knows what a declaration scanner needs to know: where literals and comments end, which slash begins a regular
/// expression, and which angle brackets stand alone. It never fails: what cannot be read becomes a fault.
struct Lexer {
  let bytes: UnsafeSourceBytes
  let base: UnsafePointer<UInt8>
  let end: Int
  let classes: UnsafePointer<UInt8>
  var position = 0
  /// What the token before was, for the tokens whose meaning depends on it.
  var previous = Token.Kind.semicolon
  var previousStart = 0
  var interpolationDepth = 0
  var faults: [LexicalFault] = []

  init(_ bytes: UnsafeSourceBytes) {
    self.bytes = bytes
    base = bytes.start
    end = bytes.count
    classes = CharacterClass.table
    if base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { position = 3 }
    if base[0] == UInt8(ascii: "#"), base[1] == UInt8(ascii: "!") { skipLine() }
  }

  /// Reads one token.
  mutating func next() -> Token {
    let (startsLine, followsSpace) = skipTrivia()
    let start = position
    let kind = position < end ? scan(startsLine: startsLine, followsSpace: followsSpace) : .endOfFile
    if position > end { position = end }
    previous = kind
    previousStart = start
    return Token(
      kind: kind, startsLine: startsLine, followsSpace: followsSpace, start: Int32(truncatingIfNeeded: start),
      end: Int32(truncatingIfNeeded: position))
  }

  mutating func fault(_ kind: LexicalFault.Kind, at offset: Int) {
    // A file of random bytes has thousands; the first few are enough to repair it.
    guard faults.last?.kind != .nestedTooDeeply else { return }
    if faults.count < 20 { faults.append(LexicalFault(kind: kind, offset: offset)) }
  }

  private mutating func scan(startsLine: Bool, followsSpace: Bool) -> Token.Kind {
    let byte = base[position]
    switch classes[Int(byte)] {
    case CharacterClass.identifierHead: return scanIdentifier()
    case CharacterClass.digit: return scanNumber()
    case CharacterClass.operatorHead:
      if byte == UInt8(ascii: "/"), scanRegex(startsLine: startsLine, followsSpace: followsSpace) {
        return .regex
      }
      return scanOperator()
    case CharacterClass.multibyte: return isOperatorScalar(at: position) ? scanOperator() : scanIdentifier()
    case CharacterClass.punctuation: return scanPunctuation(byte)
    case let kind:
      position += 1
      return Token.Kind(rawValue: kind &- CharacterClass.single) ?? .unknown
    }
  }

  private mutating func scanPunctuation(_ byte: UInt8) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "#"): return scanPound()
    case UInt8(ascii: "\""): return scanString(pounds: 0)
    case UInt8(ascii: "`"): return scanEscapedIdentifier()
    default:
      let isPeriod = byte == UInt8(ascii: ".")
      let isDouble = base[position + 1] == byte
      if isPeriod, isDouble { return scanOperator() }
      position += isDouble ? 2 : 1
      return isPeriod ? .period : isDouble ? .doubleColon : .colon
    }
  }

  /// A pound sign begins a directive (`#if`), a macro, a raw string (`#"`) or an extended regex (`#/`).
  private mutating func scanPound() -> Token.Kind {
    var pounds = 0
    while base[position + pounds] == UInt8(ascii: "#") { pounds += 1 }
    switch base[position + pounds] {
    case UInt8(ascii: "\""):
      position += pounds
      return scanString(pounds: pounds)
    case UInt8(ascii: "/") where scanExtendedRegex(pounds: pounds): return .regex
    default:
      position += 1
      guard pounds == 1, classes[Int(base[position])] == CharacterClass.identifierHead else { return .pound }
      _ = scanIdentifier()
      return .poundIdentifier
    }
  }
}
