/// The tokens of one file, with every bracket joined to its partner.
///
/// The tokens lie in plain memory rather than in an array: the tool runs unoptimised inside other people's debug
/// builds, where that is several times as fast.
package final class TokenBuffer {
  /// More brackets than this inside one another are a fault instead of an exhausted stack; the compiler reads no more
  /// of them either.
  private static let deepestNesting = 256

  package let file: SourceFile
  package private(set) var count = 0
  /// What kept the file from being read as a whole, in the order of the places.
  package private(set) var faults: [LexicalFault] = []

  /// Where code stands in the strings, in order.
  package private(set) var interpolations: [Range<Int>] = []

  private var brackets = OpenBrackets()
  /// The first bracket that is nested too deeply; of what follows, nothing is kept.
  private var firstTooDeep: LexicalFault?
  private var capacity: Int
  private var tokens: UnsafeMutablePointer<Token>

  /// Reads all tokens of `file`, or those of the code in one of its strings; the last one is `endOfFile`.
  package init(_ file: SourceFile, part: Range<Int>? = nil) {
    self.file = file
    capacity = max(64, (part?.count ?? file.bytes.count) / 4)
    tokens = .allocate(capacity: capacity)
    var lexer = Lexer(file.bytes, part: part)
    while true {
      let token = lexer.next()
      add(token)
      if token.kind == .poundIdentifier, token.startsLine, part == nil,
        let region = UnreadRegions.region(at: token, in: file.bytes)
      {
        lexer.readLine(endingAt: region.lineEnd, thenSkipTo: region.end) { add($0) }
      }
      if token.kind == .endOfFile { break }
    }
    interpolations = lexer.interpolations
    while let index = brackets.open.popLast() { leaveUnclosed(index, closedBy: count - 1) }
    faults = lexer.faults
    if let firstTooDeep { faults = faults.filter { $0.offset < firstTooDeep.offset } + [firstTooDeep] }
    if let fault = brackets.fault, !faults.contains(where: \.swallowsBrackets) { faults.append(fault) }
    faults.sort { $0.offset < $1.offset }
  }

  deinit {
    tokens.deallocate()
  }

  /// The token at `index`; past the end, the token that ends the file.
  package subscript(index: Int) -> Token {
    tokens[index < count ? index : count - 1]
  }

  /// Lends the tokens for a loop over all of them.
  func withTokens<Result>(_ read: (UnsafeBufferPointer<Token>) -> Result) -> Result {
    read(UnsafeBufferPointer(start: tokens, count: count))
  }

  private func append(_ token: Token) {
    if count == capacity {
      let larger = UnsafeMutablePointer<Token>.allocate(capacity: capacity * 2)
      larger.moveInitialize(from: tokens, count: count)
      tokens.deallocate()
      tokens = larger
      capacity *= 2
    }
    (tokens + count).initialize(to: token)
    count += 1
  }

  private func add(_ token: Token) {
    guard firstTooDeep == nil || token.kind == .endOfFile else { return }
    append(token)
    switch token.kind {
    case .leftParenthesis, .leftBracket, .leftBrace:
      brackets.push(count - 1, token.kind)
      if brackets.open.count > Self.deepestNesting {
        firstTooDeep = LexicalFault(kind: .bracketsTooDeep, offset: Int(token.start))
      }
    case .rightParenthesis, .rightBracket, .rightBrace: close(token)
    default: break
    }
  }

  /// Joins a closing bracket with its partner.
  ///
  /// A brace is stronger than what was left open inside it, and no other bracket reaches over a brace, so
  /// that one slip does not spoil the rest of the file.
  private func close(_ token: Token) {
    guard let wanted = Token.Kind(rawValue: token.kind.rawValue - 1), brackets.hasPartner(wanted) else {
      brackets.report(.unopenedBracket, at: token)
      return
    }
    while let last = brackets.pop(tokens) {
      if tokens[last].kind == wanted {
        tokens[last].match = Int32(count - 1)
        tokens[count - 1].match = Int32(last)
        return
      }
      leaveUnclosed(last, closedBy: count - 1)
    }
  }

  private func leaveUnclosed(_ index: Int, closedBy end: Int) {
    tokens[index].match = Int32(max(end - 1, index + 1))
    brackets.report(.unclosedBracket, at: tokens[index])
  }
}
