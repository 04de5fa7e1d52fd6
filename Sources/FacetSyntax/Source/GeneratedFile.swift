/// The files that this tool writes, known by how they begin.
package enum GeneratedFile {
  package static let header = "// Written by facet from the resolvers of this target; changes here are lost."
  /// The whole file that is written when the containers of a target are checked.
  package static let record = "// Written by facet when it has checked the containers of this target.\n"

  /// Whether the tool wrote a file, so that it is not a source of its target.
  package static func isOne(_ bytes: UnsafeSourceBytes) -> Bool {
    [header, record].contains { startsAlike(bytes, $0) >= $0.utf8.count }
  }

  /// Whether the tool may write where these bytes stand: they are its own, perhaps cut off, or there are none.
  package static func mayBeReplaced(_ bytes: UnsafeSourceBytes, _ beginning: String) -> Bool {
    [header, record, beginning].contains {
      startsAlike(bytes, $0) >= min(bytes.count, $0.utf8.count)
    }
  }

  /// How many bytes at the start are those of `text`.
  private static func startsAlike(_ bytes: UnsafeSourceBytes, _ text: String) -> Int {
    var count = 0
    for byte in text.utf8 {
      guard count < bytes.count, bytes.start[count] == byte else { break }
      count += 1
    }
    return count
  }
}
