/// The brackets that wait for their partners.
///
/// It knows how many parentheses and square brackets are open inside the innermost brace, so that a closing one without
/// a partner costs no search: forty thousand of them take no longer than forty thousand other tokens.
struct OpenBrackets {
  /// The indices of the open brackets, outermost first.
  var open: [Int] = []
  /// The first bracket without a partner.
  ///
  /// There is one for a whole file: the others mostly follow from it.
  private(set) var fault: LexicalFault?
  /// How many parentheses and square brackets are open in each open brace, and outside of all.
  private var levels: [(parentheses: Int, squares: Int)] = [(0, 0)]

  mutating func push(_ index: Int, _ kind: Token.Kind) {
    open.append(index)
    switch kind {
    case .leftBrace: levels.append((0, 0))
    case .leftParenthesis: levels[levels.count - 1].parentheses += 1
    default: levels[levels.count - 1].squares += 1
    }
  }

  /// Takes the innermost open bracket away.
  mutating func pop(_ tokens: UnsafeMutablePointer<Token>) -> Int? {
    guard let index = open.popLast() else { return nil }
    switch tokens[index].kind {
    case .leftBrace: levels.removeLast()
    case .leftParenthesis: levels[levels.count - 1].parentheses -= 1
    default: levels[levels.count - 1].squares -= 1
    }
    return index
  }

  /// Whether something is open that a closing bracket of this kind may close.
  func hasPartner(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .leftBrace: levels.count > 1
    case .leftParenthesis: levels[levels.count - 1].parentheses > 0
    default: levels[levels.count - 1].squares > 0
    }
  }

  mutating func report(_ kind: LexicalFault.Kind, at token: Token) {
    if let fault, fault.offset <= Int(token.start) { return }
    fault = LexicalFault(kind: kind, offset: Int(token.start))
  }
}
