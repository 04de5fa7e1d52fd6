/// The files that this tool writes, known by their first line.
package enum GeneratedFile {
  static let header = "// Written by facet from the resolvers of this target; changes here are lost."

  /// Whether the tool wrote a file, so that it is not a source of its target.
  package static func isOne(_ bytes: UnsafeSourceBytes) -> Bool { startsAlike(bytes) >= header.utf8.count }

  /// Whether the tool may write where these bytes stand: they are its own, perhaps cut off, or there are none.
  package static func mayBeReplaced(_ bytes: UnsafeSourceBytes) -> Bool {
    startsAlike(bytes) >= min(bytes.count, header.utf8.count)
  }

  /// How many bytes at the start are those of the header.
  private static func startsAlike(_ bytes: UnsafeSourceBytes) -> Int {
    var count = 0
    for byte in header.utf8 {
      guard count < bytes.count, bytes.start[count] == byte else { break }
      count += 1
    }
    return count
  }
}
