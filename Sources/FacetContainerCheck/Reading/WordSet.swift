/// The words of a file, of which those that are not there are mostly known not to be.
struct WordBits: Sendable {
  private var bits: [UInt64]

  /// Makes room for the words of so many bytes: one bit for four, as every other word of a file is there twice or more.
  init(bytes count: Int) {
    var places = 16
    while places * 256 < count, places < 4096 { places *= 2 }
    bits = [UInt64](repeating: 0, count: places)
  }

  mutating func insert(_ hash: UInt64) { bits[Int(hash >> 6) & (bits.count - 1)] |= 1 << (hash & 63) }

  func mayContain(_ words: [String]) -> Bool { words.contains { mayContain(WordSet.hash($0)) } }

  func mayContain(_ hash: UInt64) -> Bool {
    bits[Int(hash >> 6) & (bits.count - 1)] & (1 << (hash & 63)) != 0
  }
}

/// Some words, to be found again among the tokens of a file by their hashes.
struct WordSet: Sendable {
  let words: [String]
  private let hashes: Set<UInt64>
  /// Of the thousands of words of a file, most are not looked for in the set.
  private var bits = WordBits(bytes: 0)

  init(_ words: [String]) {
    self.words = words.filter { !$0.isEmpty }
    hashes = Set(self.words.map(Self.hash))
    for hash in hashes { bits.insert(hash) }
  }

  var isEmpty: Bool { words.isEmpty }

  func contains(_ hash: UInt64) -> Bool { bits.mayContain(hash) && hashes.contains(hash) }

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
