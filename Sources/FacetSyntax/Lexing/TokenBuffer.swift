/// The tokens of one file, with every bracket joined to its partner.
///
/// The tokens lie in plain memory rather than in an array, and nothing of a buffer changes once it is made: the tool runs
/// unoptimised inside other people's debug builds, where both make it several times as fast.
package final class TokenBuffer {
  package let file: SourceFile
  package let count: Int
  /// What kept the file from being read as a whole, in the order of the places.
  package let faults: [LexicalFault]
  private let tokens: UnsafeMutablePointer<Token>

  /// Reads all tokens of `file`; the last one is `endOfFile`.
  package init(_ file: SourceFile) {
    self.file = file
    var lexer = Lexer(file.bytes)
    // Few files have more. Room for a token in each byte would be returned to the system, and asked for again, for every file.
    var list = TokenList(capacity: file.bytes.count / 4 + 16)
    while true {
      let token = lexer.next()
      list.add(token)
      if token.kind == .endOfFile { break }
    }
    faults = list.finish(lexer.faults)
    (tokens, count) = (list.tokens, list.count)
  }

  deinit { tokens.deallocate() }

  /// The token at `index`; in front of the first and past the end, the token that ends the file.
  package subscript(index: Int) -> Token { tokens[index >= 0 && index < count ? index : count - 1] }

  /// Lends the tokens for a loop over all of them.
  package func withTokens<Result>(_ read: (UnsafeBufferPointer<Token>) -> Result) -> Result {
    read(UnsafeBufferPointer(start: tokens, count: count))
  }

  package func text(_ index: Int) -> String {
    let token = self[index]
    return file.text(Int(token.start), Int(token.end))
  }

  /// The identifier at `index` without backticks.
  package func identifier(_ index: Int) -> String {
    let token = self[index]
    let trim = token.kind == .escapedIdentifier ? 1 : 0
    return file.text(Int(token.start) + trim, Int(token.end) - trim)
  }

  /// Whether the token is one of some words; compares bytes without making a string.
  package func isWord(_ index: Int, _ word: StaticString, _ others: StaticString...) -> Bool {
    let token = self[index]
    let hasLength = Int(token.end - token.start) == word.utf8CodeUnitCount
    if hasLength, file.bytes.hold(word, at: Int(token.start)) { return true }
    return others.contains { isWord(index, $0) }
  }

  /// Whether the token touches the one before it.
  package func isJoined(_ index: Int) -> Bool { !self[index].followsSpace && !self[index].startsLine }
}

/// The tokens that have been read so far; whoever makes it gives the memory back.
private struct TokenList {
  /// More brackets than this inside one another are a fault instead of an exhausted stack; the compiler reads no more
  /// of them either.
  private static let deepestNesting = 256

  private(set) var tokens: UnsafeMutablePointer<Token>
  private(set) var count = 0
  private var capacity: Int
  /// The indices of the brackets that wait for their partners, outermost first.
  private var open: [Int] = []
  /// The first bracket without a partner; the others of a file mostly follow from it.
  private var unmatched: LexicalFault?
  /// The first bracket that is nested too deeply; of what follows, nothing is kept.
  private var firstTooDeep: LexicalFault?

  init(capacity: Int) {
    self.capacity = capacity
    tokens = .allocate(capacity: capacity)
  }

  /// Closes what is open, and returns all faults.
  mutating func finish(_ lexical: [LexicalFault]) -> [LexicalFault] {
    while let index = open.popLast() { leaveUnclosed(index, closedBy: count - 1) }
    var faults = lexical
    if let firstTooDeep { faults = faults.filter { $0.offset < firstTooDeep.offset } + [firstTooDeep] }
    // Brackets mostly lack their partners for the other reasons.
    if let unmatched, faults.isEmpty { faults.append(unmatched) }
    return faults.inOrder { $0.offset < $1.offset }
  }

  mutating func add(_ token: Token) {
    guard firstTooDeep == nil || token.kind == .endOfFile else { return }
    if count == capacity { grow() }
    (tokens + count).initialize(to: token)
    count += 1
    switch token.kind {
    case .leftParenthesis, .leftBracket, .leftBrace:
      open.append(count - 1)
      if open.count > Self.deepestNesting {
        firstTooDeep = LexicalFault(kind: .bracketsTooDeep, offset: Int(token.start))
      }
    case .rightParenthesis, .rightBracket, .rightBrace: close(token)
    default: break
    }
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Token>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: tokens, count: count)
    tokens.deallocate()
    (tokens, capacity) = (larger, capacity * 2)
  }

  /// Joins a closing bracket with its partner.
  ///
  /// A brace is stronger than what was left open inside it, and no other bracket reaches over a brace, so
  /// that one slip does not spoil the rest of the file.
  private mutating func close(_ token: Token) {
    guard let wanted = Token.Kind(rawValue: token.kind.rawValue - 1),
      let partner = open.lastIndex(where: { tokens[$0].kind == wanted || tokens[$0].kind == .leftBrace }),
      tokens[open[partner]].kind == wanted
    else {
      report(.unopenedBracket, at: token)
      return
    }
    while open.count > partner + 1 { leaveUnclosed(open.removeLast(), closedBy: count - 1) }
    let last = open.removeLast()
    tokens[last].match = Int32(count - 1)
    tokens[count - 1].match = Int32(last)
  }

  private mutating func leaveUnclosed(_ index: Int, closedBy end: Int) {
    tokens[index].match = Int32(max(end - 1, index + 1))
    report(.unclosedBracket, at: tokens[index])
  }

  private mutating func report(_ kind: LexicalFault.Kind, at token: Token) {
    if let unmatched, unmatched.offset <= Int(token.start) { return }
    unmatched = LexicalFault(kind: kind, offset: Int(token.start))
  }
}
