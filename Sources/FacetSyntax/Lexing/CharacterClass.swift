/// What a byte can begin, as a table: one load instead of a chain of comparisons, which matters in debug builds.
package enum CharacterClass {
  static let other: UInt8 = 0
  static let space: UInt8 = 1
  static let newline: UInt8 = 2
  package static let identifierHead: UInt8 = 3
  package static let digit: UInt8 = 4
  static let operatorHead: UInt8 = 5
  /// What may begin several kinds of tokens.
  static let punctuation: UInt8 = 6
  /// The first byte of a character outside ASCII.
  package static let multibyte: UInt8 = 7
  /// A byte that is a token by itself has this and the number of the token's kind.
  static let single: UInt8 = 8

  /// The class of each byte; made once, since a file has thousands of strings, whose code is read by a lexer each.
  ///
  /// Nothing is written to it after it was made, and it is never given back.
  package nonisolated(unsafe) static let table = UnsafePointer(makeTable())

  /// Whether a byte may stand in a name, one outside ASCII among them.
  package static func isOfName(_ byte: UInt8) -> Bool {
    let kind = table[Int(byte)]
    return kind == identifierHead || kind == digit || kind == multibyte
  }

  private static func makeTable() -> UnsafeMutablePointer<UInt8> {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    table.initialize(repeating: other, count: 256)
    mark(" \t\u{0B}\u{0C}\0", as: space, in: table)
    mark("\n\r", as: newline, in: table)
    mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$", as: identifierHead, in: table)
    mark("0123456789", as: digit, in: table)
    mark("/=-+*%<>!&|^~?", as: operatorHead, in: table)
    mark(":.#`\"", as: punctuation, in: table)
    let kinds: [Token.Kind] = [
      .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket, .leftBrace, .rightBrace, .comma,
      .semicolon, .at,
    ]
    for (byte, kind) in zip("()[]{},;@".utf8, kinds) { table[Int(byte)] = single + kind.rawValue }
    for byte in 0x80...0xFF { table[byte] = multibyte }
    return table
  }

  private static func mark(_ bytes: String, as value: UInt8, in table: UnsafeMutablePointer<UInt8>) {
    for byte in bytes.utf8 { table[Int(byte)] = value }
  }
}
