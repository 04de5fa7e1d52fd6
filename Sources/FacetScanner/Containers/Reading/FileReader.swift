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
  /// For each brace, where its body may be left first.
  var exits: [Int: Int] = [:]
  /// For the first token of a statement, where the statement may stop.
  var skips: [Int: StatementSkips] = [:]
  /// For the first token of a statement, how far it is known to declare nothing.
  var headers: [Int: Int] = [:]
  /// For the first token of a statement, where `try?` stands in it.
  var tries: [Int: StatementSkips] = [:]
  /// The labels of the arguments that stand in a parenthesis.
  var labelsOfParenthesis: [Int: [(label: String?, start: Int)]] = [:]
  /// The registrations in the order of the source.
  var registrations: [RegistrationPlace] = []
  var expressionDepth = 0
  /// What stands around the string whose code this reads.
  var around = StringSurroundings()
  private var conditionDepth = 0

  private init(_ file: SourceFile, _ words: WordSet) {
    let tokens = TokenBuffer(file)
    self.file = file
    self.words = words
    nested = NestedTokens(tokens)
    facts = FileFacts(path: file.path)
    if let fault = tokens.faults.first {
      facts.fault = .error(
        "\(fault.kind.rawValue), so that the containers are not checked", at: file.location(at: fault.offset))
    }
    facts.scopes = [ScopeFacts(kind: .file, parent: -1)]
  }

  /// Reads the code in a string of what `reader` reads.
  init(_ code: NestedTokens, around: StringSurroundings, in reader: FileReader) {
    file = reader.file
    words = reader.words
    nested = code
    facts = FileFacts(path: "")
    self.around = around
    conditionDepth = reader.conditionDepth
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
    reader.readStretches()
    reader.facts.setsDefaultScope = file.bytes.contains("defaultObjectScope")
    return reader.facts
  }

  mutating func readCalls() {
    guard !words.isEmpty else { return }
    for index in places() {
      switch nested.kind(index) {
      case .identifier:
        readMention(at: index)
        readCall(at: index)
      case .at: readWrapper(at: index)
      case .operatorSymbol: readArrow(at: index)
      case .equal: readAssignment(at: index)
      case .string: readInterpolations(at: index)
      case .poundIdentifier:
        if nested.token(index, is: "#if") { conditionDepth += 1 }
        if nested.token(index, is: "#endif") { conditionDepth -= 1 }
      default: break
      }
    }
  }

  /// The tokens at which there may be something to read.
  ///
  /// Of millions of tokens few matter; in a tool that is not optimized, a call for each would take most of the time.
  private func places() -> [Int] {
    let bytes = file.bytes.start
    let filter = words.filter
    return nested.tokens.withTokens { tokens in
      var result: [Int] = []
      guard let base = tokens.baseAddress else { return result }
      var index = 0
      let last = tokens.count - 1
      while index < last {
        switch base[index].kind {
        case .identifier:
          let start = Int(base[index].start)
          let length = Int(base[index].end) - start
          if filter.mayContain(bytes[start], length), words.contains(WordSet.hash(bytes + start, length)) {
            result.append(index)
          } else if length > 8, bytes[start] == UInt8(ascii: "r"), WordSet.beginsWithRegister(bytes + start) {
            result.append(index)
          }
        case .at:
          if base[index + 1].kind == .identifier, words.contains(file, base[index + 1]) {
            result.append(index)
          }
        case .operatorSymbol:
          if base[index].end - base[index].start == 1, bytes[Int(base[index].start)] == UInt8(ascii: "~"),
            base[index + 1].kind == .greaterThan, base[index + 1].start == base[index].end
          {
            result.append(index)
          }
        case .equal, .string, .poundIdentifier: result.append(index)
        default: break
        }
        index += 1
      }
      return result
    }
  }

  private mutating func readAssignment(at index: Int) {
    guard nested.isIdentifier(index - 1), !nested.token(index - 2, is: "let"),
      !nested.token(index - 2, is: "var"),
      nested.kind(index - 2) != .colon
    else { return }
    facts.assigned.insert(nested.identifier(index - 1))
  }

  /// `registerSingleton` and its like may come from a library that is not read.
  func beginsWithRegister(_ token: Token) -> Bool {
    token.end - token.start > 8 && WordSet.beginsWithRegister(file.bytes.start + Int(token.start))
  }

  var isInCondition: Bool { conditionDepth > 0 }
}

/// Some words, to be found again among the tokens of a file by their hashes.
struct WordSet: Sendable {
  let words: [String]
  /// A table with open addresses; 0 is an empty place.
  private var places: [UInt64]
  private let mask: UInt64
  /// Tells most other words apart by their first byte and their length.
  let filter: Filter

  struct Filter: Sendable {
    /// For each length, up to 63, the low six bits of the first bytes.
    private var bits = [UInt64](repeating: 0, count: 64)

    init(_ words: [String]) {
      for word in words {
        guard let first = word.utf8.first else { continue }
        bits[min(63, word.utf8.count)] |= 1 << UInt64(first & 63)
      }
    }

    func mayContain(_ first: UInt8, _ length: Int) -> Bool {
      bits[length < 63 ? length : 63] & (1 << UInt64(first & 63)) != 0
    }
  }

  init(_ words: [String]) {
    filter = Filter(words)
    self.words = words.filter { !$0.isEmpty }
    var size = 64
    while size < words.count * 8 { size *= 2 }
    mask = UInt64(size - 1)
    places = [UInt64](repeating: 0, count: size)
    for word in self.words {
      let hash = Self.hash(word)
      if contains(hash) { continue }
      var index = hash & mask
      while places[Int(index)] != 0 { index = (index + 1) & mask }
      places[Int(index)] = hash
    }
  }

  var isEmpty: Bool { words.isEmpty }

  func contains(_ file: SourceFile, _ token: Token) -> Bool {
    contains(Self.hash(file.bytes.start + Int(token.start), Int(token.end - token.start)))
  }

  func contains(_ hash: UInt64) -> Bool {
    var index = hash & mask
    while places[Int(index)] != 0 {
      if places[Int(index)] == hash { return true }
      index = (index + 1) & mask
    }
    return false
  }

  /// Whether the bytes begin like `registerSingleton`, which may come from a library that is not read.
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
