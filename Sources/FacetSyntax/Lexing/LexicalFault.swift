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
