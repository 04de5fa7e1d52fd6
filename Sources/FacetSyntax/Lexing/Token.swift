/// One token of Swift source.
///
/// Operators that touch are cut at `<`, `>` and `->`, so that `Array<Int?>?` and `A<B>->C` need no second look;
/// the name of an operator function is joined again by the declaration parser.
package struct Token {
  package enum Kind: UInt8, Sendable {
    case endOfFile
    case identifier, escapedIdentifier, poundIdentifier
    case number, string, regex
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    case lessThan, greaterThan, arrow, equal, operatorSymbol
    case comma, colon, doubleColon, semicolon, period, at, pound
    case unknown
  }

  package var kind: Kind
  /// Whether the token is the first of its line.
  package var startsLine: Bool
  /// Whether white space or a comment stands before the token.
  package var followsSpace: Bool
  /// The byte offsets of the token's text.
  package var start: Int32
  package var end: Int32
  /// For a bracket: the index of the one that closes (or opens) it; the end of the file where there is none.
  package var match: Int32 = -1
}

/// What makes a file unreadable as Swift, and where.
package struct LexicalFault: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case invalidUTF8 = "this byte is not valid UTF-8"
    case unterminatedComment = "unterminated '/*' comment"
    case unterminatedString = "unterminated string literal"
    case unclosedBracket = "this bracket is never closed"
    case unopenedBracket = "this bracket closes nothing"
    case bracketsTooDeep = "brackets are nested too deeply to be read"
    case nestedTooDeeply = "string interpolations are nested too deeply to be read"
  }

  package var kind: Kind
  package var offset: Int
}
