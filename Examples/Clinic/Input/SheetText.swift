/// The bytes of a sheet, and where they stand in the file.
struct SheetText {
  let bytes: [UInt8]

  /// A place as compilers write it: `12:17`.
  func place(at offset: Int) -> String {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    return "\(line(at: offset)):\(column)"
  }

  /// The line of a byte, counted from one.
  func line(at offset: Int) -> Int {
    bytes[..<min(offset, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
  }
}
