/// Reads one file: its declarations, and the calls in it that may have to do with a container.
struct FileReader {
  let nested: NestedTokens
  let words: WordSet
  let file: SourceFile
  var facts: FileFacts
  /// The scopes found so far, by the index of their brace.
  var scopeOfBrace: [Int: Int] = [:]
  /// The calls found so far, by the index of the name that is called; links of a chain belong to its first call.
  var callOfName: [Int: (call: Int, isLink: Bool)] = [:]
  private var conditionDepth = 0

  private init(_ file: SourceFile, _ words: WordSet) {
    let tokens = TokenBuffer(file)
    self.file = file
    self.words = words
    nested = NestedTokens(tokens)
    facts = FileFacts(path: file.path)
    facts.isFaulty = !tokens.faults.isEmpty
    facts.scopes = [ScopeFacts(kind: .file, parent: -1)]
  }

  /// Reads all that `file` says.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - words: The names of the calls that matter.
  /// - Returns: What it says.
  static func read(_ file: SourceFile, words: WordSet) -> FileFacts {
    var reader = FileReader(file, words)
    reader.readDeclarations()
    reader.readComments()
    reader.readCalls()
    return reader.facts
  }

  private mutating func readCalls() {
    guard !words.isEmpty else { return }
    var index = 0
    while index < nested.count {
      switch nested.tokens[index].kind {
      case .identifier:
        if words.contains(file, nested.tokens[index]) || beginsWithRegister(index) { readCall(at: index) }
      case .at:
        if nested.isIdentifier(index + 1), words.contains(file, nested.tokens[index + 1]) {
          readWrapper(at: index)
        }
      case .operatorSymbol:
        if nested.token(index, is: "~"), nested.kind(index + 1) == .greaterThan, nested.isJoined(index + 1) {
          readArrow(at: index)
        }
      case .poundIdentifier:
        if nested.token(index, is: "#if") { conditionDepth += 1 }
        if nested.token(index, is: "#endif") { conditionDepth -= 1 }
      default: break
      }
      index += 1
    }
  }

  /// `registerSingleton` and its like may come from a library that is not read.
  private func beginsWithRegister(_ index: Int) -> Bool {
    let token = nested.tokens[index]
    return token.end - token.start > 8 && WordSet.beginsWithRegister(file.bytes.start + Int(token.start))
  }

  var isInCondition: Bool { conditionDepth > 0 }
}

/// Some words, to be found again among the tokens of a file.
struct WordSet: Sendable {
  private var hashes: Set<UInt64> = []
  private var mayBegin = [Bool](repeating: false, count: 256)
  private(set) var words: [String] = []

  init(_ words: [String]) {
    for word in words where !word.isEmpty {
      hashes.insert(Self.hash(word))
      if let first = word.utf8.first { mayBegin[Int(first)] = true }
    }
    self.words = words.filter { !$0.isEmpty }
  }

  var isEmpty: Bool { words.isEmpty }

  func contains(_ file: SourceFile, _ token: Token) -> Bool {
    let start = file.bytes.start + Int(token.start)
    guard mayBegin[Int(start[0])] else { return false }
    return hashes.contains(Self.hash(start, Int(token.end - token.start)))
  }

  /// Whether a word of this hash and first byte is among them.
  func contains(_ hash: UInt64, first: UInt8) -> Bool {
    mayBegin[Int(first)] && hashes.contains(hash)
  }

  static func beginsWithRegister(_ start: UnsafePointer<UInt8>) -> Bool {
    let word: StaticString = "register"
    for offset in 0..<8 where start[offset] != word.utf8Start[offset] { return false }
    return true
  }

  static func hash(_ word: String) -> UInt64 {
    var word = word
    return word.withUTF8 { bytes in bytes.baseAddress.map { hash($0, bytes.count) } ?? 0 }
  }

  static func hash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    while index < count {
      hash = (hash ^ UInt64(start[index])) &* 0x100_0000_01B3
      index += 1
    }
    return hash
  }
}
