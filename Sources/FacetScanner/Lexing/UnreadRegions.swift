/// The regions of a file that the compiler does not read, because a version condition rules them out.
///
/// They may hold anything: Swift of a later version, quotes without an end, a poem.
enum UnreadRegions {
  /// The places between which nothing is read, if the directive at `token` opens such a region.
  ///
  /// - Returns: The end of the directive's line, and where the next directive of the same `#if` begins.
  static func region(at token: Token, in bytes: UnsafeSourceBytes) -> (lineEnd: Int, end: Int)? {
    let base = bytes.start
    let end = Int(token.end)
    let directive = directive(base, at: Int(token.start), end: bytes.count)
    guard directive == .if || directive == .elseif else { return nil }
    let lineEnd = endOfLine(base, from: end, to: bytes.count)
    let condition = VersionCondition(base, from: end, to: lineEnd)
    guard condition.asksForVersion, condition.value == false else { return nil }
    return (lineEnd, endOfRegion(base, from: lineEnd, to: bytes.count))
  }

  private enum Directive: CaseIterable {
    case `if`, `elseif`, `else`, endif

    var word: StaticString {
      switch self {
      case .if: "#if"
      case .elseif: "#elseif"
      case .else: "#else"
      case .endif: "#endif"
      }
    }
  }

  private static func directive(_ base: UnsafePointer<UInt8>, at start: Int, end: Int) -> Directive? {
    Directive.allCases.first { directive in
      let word = directive.word
      let length = word.utf8CodeUnitCount
      guard start + length <= end else { return false }
      for offset in 0..<length where base[start + offset] != word.utf8Start[offset] { return false }
      return base[start + length] | 0x20 < UInt8(ascii: "a")
        || base[start + length] | 0x20 > UInt8(ascii: "z")
    }
  }

  private static func endOfLine(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, base[index] != 0x0A, base[index] != 0x0D { index += 1 }
    return index
  }

  /// Where the line begins that closes the branch whose directive's line ends at `start`.
  private static func endOfRegion(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var depth = 0
    var index = start
    while index < end {
      while index < end, base[index] == 0x0A || base[index] == 0x0D { index += 1 }
      let line = index
      while index < end, base[index] == UInt8(ascii: " ") || base[index] == UInt8(ascii: "\t") { index += 1 }
      switch base[index] == UInt8(ascii: "#") ? directive(base, at: index, end: end) : nil {
      case .if: depth += 1
      case .endif where depth > 0: depth -= 1
      // The line break before it is read, so that it begins a line.
      case .elseif, .else, .endif: if depth == 0 { return max(start, line - 1) }
      case nil: break
      }
      index = endOfLine(base, from: index, to: end)
    }
    return end
  }
}
