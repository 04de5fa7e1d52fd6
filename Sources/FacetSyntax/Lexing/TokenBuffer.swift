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

  /// The indices of the brackets that wait for their partners, outermost first.
  private var open: [Int] = []
  /// The first bracket without a partner; the others of a file mostly follow from it.
  private var unmatched: LexicalFault?
  /// The first bracket that is nested too deeply; of what follows, nothing is kept.
  private var firstTooDeep: LexicalFault?
  private var capacity: Int
  private var tokens: UnsafeMutablePointer<Token>

  /// Reads all tokens of `file`; the last one is `endOfFile`.
  package init(_ file: SourceFile) {
    self.file = file
    capacity = max(64, file.bytes.count / 4)
    tokens = .allocate(capacity: capacity)
    var lexer = Lexer(file.bytes)
    while true {
      let token = lexer.next()
      add(token)
      if token.kind == .endOfFile { break }
    }
    while let index = open.popLast() { leaveUnclosed(index, closedBy: count - 1) }
    faults = lexer.faults
    if let firstTooDeep { faults = faults.filter { $0.offset < firstTooDeep.offset } + [firstTooDeep] }
    if let unmatched, !faults.contains(where: \.swallowsBrackets) { faults.append(unmatched) }
    faults = Order.numbers(faults.count) { faults[$0].offset < faults[$1].offset }.map { faults[$0] }
  }

  deinit {
    tokens.deallocate()
  }

  /// The token at `index`; past the end, the token that ends the file.
  package subscript(index: Int) -> Token {
    tokens[index < count ? index : count - 1]
  }

  /// Lends the tokens for a loop over all of them.
  package func withTokens<Result>(_ read: (UnsafeBufferPointer<Token>) -> Result) -> Result {
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
      open.append(count - 1)
      if open.count > Self.deepestNesting {
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

  private func leaveUnclosed(_ index: Int, closedBy end: Int) {
    tokens[index].match = Int32(max(end - 1, index + 1))
    report(.unclosedBracket, at: tokens[index])
  }

  private func report(_ kind: LexicalFault.Kind, at token: Token) {
    if let unmatched, unmatched.offset <= Int(token.start) { return }
    unmatched = LexicalFault(kind: kind, offset: Int(token.start))
  }
}
