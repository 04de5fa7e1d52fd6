import FacetSyntax

/// Reads one file: its declarations, and the calls in it that may have to do with a container.
///
/// Bodies are walked from the outside in, and only those in which one of the words stands.
final class FileReader {
  let tokens: TokenBuffer
  let file: SourceFile
  let words: WordSet
  let facts: FileFacts
  var parser: DeclarationParser
  /// The tokens at which a word stands, in order.
  private var places: [Int] = []
  /// The last registration of each body on each container.
  var registrations: [String: RegistrationPlace] = [:]
  var around: Around
  /// How many `#if` are open.
  var conditionDepth = 0
  /// The statement that is being read.
  var statement = 0
  /// The values at the ends of the statements that are being read, and whether a `#if` stands around them all.
  var ends: [Expression] = []
  var isInOnlyCondition = false
  /// How many closures are being read.
  var closureDepth = 0

  /// What stands around the place that is being read.
  final class Around {
    let scope: ScopeFacts
    /// The calls in whose closures it stands, innermost first.
    var owners: [CallFacts.Owner] = []
    /// Whether the innermost of these closures runs this whenever it runs.
    var isCertain = false
    /// The calls in whose parentheses it stands, innermost first.
    var passedTo: [CallFacts.Context] = []
    /// Whether a `try?` around says what happens on failure.
    var isTried = false
    /// What is found of the innermost closure.
    let closure: Expression.Closure?

    init(scope: ScopeFacts, owners: [CallFacts.Owner] = [], closure: Expression.Closure? = nil) {
      (self.scope, self.owners, self.closure) = (scope, owners, closure)
    }
  }

  private init(_ file: SourceFile, _ words: WordSet) {
    tokens = TokenBuffer(file)
    (self.file, self.words) = (file, words)
    parser = DeclarationParser(tokens)
    facts = FileFacts(path: file.path)
    let scope = ScopeFacts(.file, in: facts)
    facts.scopes = [scope]
    around = Around(scope: scope)
  }

  /// Reads all that `file` says.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - words: The names of the calls that matter.
  ///   - declares: Whether what it declares matters.
  /// - Returns: What it says.
  static func read(_ file: SourceFile, words: WordSet, declares: Bool = false) -> FileFacts {
    let reader = FileReader(file, words)
    reader.readComments()
    if !words.isEmpty { reader.findPlaces() }
    reader.readStatements(from: 0, to: reader.tokens.count - 1, in: declares ? "" : nil)
    for place in reader.places { reader.readMention(at: place) }
    for call in reader.facts.calls { call.kind = ContainerCall(call) }
    return reader.facts
  }

  /// Finds the words, and the names to which something is assigned.
  ///
  /// Of millions of tokens few matter; in a tool that is not optimized, a call for each would take most of the time.
  private func findPlaces() {
    let bytes = file.bytes.start
    var bits = WordBits(bytes: file.bytes.count)
    tokens.withTokens { tokens in
      guard let base = tokens.baseAddress else { return }
      var index = 0
      let last = tokens.count - 1
      while index < last {
        switch base[index].kind {
        case .identifier:
          let start = Int(base[index].start)
          let length = Int(base[index].end) - start
          let hash = WordSet.hash(bytes + start, length)
          bits.insert(hash)
          // `registerSingleton` and its like may come from a library that is not read.
          if length == 18, file.bytes.hold("defaultObjectScope", at: start) { noteDefaultScope(at: index) }
          if words.contains(hash) || length > 8 && file.bytes.hold("register", at: start) {
            places.append(index)
          }
        case .operatorSymbol:
          if base[index].end - base[index].start == 1, bytes[Int(base[index].start)] == UInt8(ascii: "~"),
            base[index + 1].kind == .greaterThan, base[index + 1].start == base[index].end
          {
            places.append(index)
          }
        case .equal: noteAssignment(at: index)
        case .string: noteCode(inStringAt: index)
        default: break
        }
        index += 1
      }
    }
    (facts.words, facts.mayHaveCalls) = (bits, !places.isEmpty)
    if let fault = tokens.faults.first, !places.isEmpty {
      facts.fault = .error(
        "\(fault.kind.rawValue), so that the containers are not checked", at: file.location(at: fault.offset))
    }
  }

  /// `defaultObjectScope: .container` or `defaultObjectScope = .container`.
  private func noteDefaultScope(at index: Int) {
    var last = index + 1
    guard kind(last) == .colon || kind(last) == .equal else { return }
    while kind(last + 1) == .period || isIdentifier(last + 1) { last += 1 }
    if isIdentifier(last), !isWord(last, "ObjectScope") {
      facts.defaultScopes.insert(tokens.identifier(last))
    }
  }

  private func noteCode(inStringAt index: Int) {
    let (start, end) = (offset(index), Int(tokens[index].end))
    guard end - start > 12, (start..<end).contains(where: { file.bytes.hold("\\(", at: $0) }) else { return }
    let text = tokens.text(index)
    let isResolve = ["resolve(", "require("].contains(where: text.contains(part:))
    if isResolve { facts.stringsWithCode.append(location(index)) }
  }

  private func noteAssignment(at index: Int) {
    guard index > 0, isIdentifier(index - 1) else { return }
    if index > 1, isWord(index - 2, "let", "var") || kind(index - 2) == .colon { return }
    facts.assigned.insert(tokens.identifier(index - 1))
  }

  /// Whether one of the words stands between two tokens.
  func hasWord(from start: Int, to end: Int) -> Bool {
    let first = Order.first(places.count) { places[$0] >= start }
    return first < places.count && places[first] < end
  }

  // MARK: - Tokens

  func kind(_ index: Int) -> Token.Kind { tokens[index].kind }

  func match(_ index: Int) -> Int { max(Int(tokens[index].match), index) }

  func offset(_ index: Int) -> Int { Int(tokens[index].start) }

  func range(from start: Int, to end: Int) -> Range<Int> { offset(start)..<max(offset(start), offset(end)) }

  func location(_ index: Int) -> SourceLocation { file.location(at: offset(index)) }

  func isIdentifier(_ index: Int) -> Bool { kind(index) == .identifier || kind(index) == .escapedIdentifier }

  func isWord(_ index: Int, _ word: StaticString, _ others: StaticString...) -> Bool {
    tokens.isWord(index, word) || others.contains { tokens.isWord(index, $0) }
  }

  /// The source between two tokens, the second of them left out.
  func text(from start: Int, to end: Int) -> String { parser.source(from: start, to: end) }

  /// Moves the parser to a token, from where it reads up to another one.
  func parse(from start: Int, to end: Int? = nil) {
    parser.index = start
    parser.end = end ?? tokens.count - 1
  }

  var closure: Expression.Closure? { around.closure }

  /// Reads something with other surroundings.
  func within(_ around: Around, _ read: () -> Void) {
    let outer = self.around
    self.around = around
    read()
    self.around = outer
  }
}
