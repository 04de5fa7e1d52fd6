/// What the words of a file alone show: whether it can matter, and what it declares.
///
/// It knows nothing of comments and strings, so it may find too much, but never too little.
struct WordScan: Sendable {
  /// Whether one of the words asked for occurs.
  private(set) var hasWord = false
  /// The hashes of the names of aliases.
  private(set) var aliases: [UInt64] = []
  /// The hashes of the names behind words that introduce a declaration.
  private(set) var declared: [UInt64] = []
  /// Bits that each word of the file sets, so that most others need not be looked for in it.
  private var bits: [UInt64]

  /// Whether one of the words may occur, by their hashes.
  func mayContain(_ hashes: [UInt64]) -> Bool {
    hashes.contains { bits[Int($0 >> 6) & (bits.count - 1)] & (1 << ($0 & 63)) != 0 }
  }

  private static let introducers = WordSet([
    "class", "struct", "enum", "actor", "protocol", "extension", "func",
  ])
  private static let function = WordSet.hash("func")
  private static let alias = WordSet.hash("typealias")

  /// Looks at every word of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - words: The words asked for.
  ///   - countsRegister: Whether every word that begins with `register` is asked for too.
  init(_ bytes: UnsafeSourceBytes, words: WordSet, countsRegister: Bool = true) {
    let classes = CharacterClass.table.start
    let base = bytes.start
    var index = 0
    // One bit for four bytes: every other word of a file is there twice or more.
    var places = 16
    while places * 256 < bytes.count, places < 4096 { places *= 2 }
    let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: places)
    bits.initialize(repeating: 0, count: places)
    defer { bits.deallocate() }
    self.bits = []
    var introduces = false
    var introducesAlias = false
    var introducesFunction = false
    let introducers = Self.introducers
    let alias = Self.alias
    let function = Self.function
    while index < bytes.count {
      let kind = classes[Int(base[index])]
      guard kind == CharacterClass.identifierHead || kind == CharacterClass.multibyte else {
        index += 1
        continue
      }
      let start = index
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      while true {
        let byte = base[index]
        let kind = classes[Int(byte)]
        guard
          kind == CharacterClass.identifierHead || kind == CharacterClass.digit
            || kind == CharacterClass.multibyte
        else { break }
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        index += 1
      }
      bits[Int(hash >> 6) & (places - 1)] |= 1 << (hash & 63)
      // Prose says "a class of"; the name of a type begins with a capital.
      if introducesFunction || (introduces && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(base[start]))
      {
        declared.append(hash)
      }
      if introducesAlias { aliases.append(hash) }
      introduces = introducers.contains(hash)
      introducesAlias = hash == alias
      introducesFunction = hash == function
      if !hasWord {
        hasWord =
          words.contains(hash)
          || (countsRegister && index - start > 8 && WordSet.beginsWithRegister(base + start))
      }
    }
    self.bits = Array(UnsafeBufferPointer(start: bits, count: places))
  }
}
