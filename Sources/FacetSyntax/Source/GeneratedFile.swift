/// The files that this tool writes, known by how they begin.
package enum GeneratedFile {
  package static let header = "// Written by facet from the resolvers of this target; changes here are lost."
  /// The whole file that is written when the containers of a target are checked.
  package static let record = "// Written by facet when it has checked the containers of this target.\n"

  /// Whether the tool wrote a file, so that it is not a source of its target.
  package static func isOne(_ bytes: UnsafeSourceBytes) -> Bool {
    [header, record].contains { bytes.count >= $0.utf8.count && agree(bytes, $0) }
  }

  /// Whether the tool may write where these bytes stand: they are its own, perhaps cut off, or there are none.
  package static func mayBeReplaced(_ bytes: UnsafeSourceBytes, _ beginning: String) -> Bool {
    [header, record, beginning].contains { agree(bytes, $0) }
  }

  /// Whether the one begins with the other.
  private static func agree(_ bytes: UnsafeSourceBytes, _ text: String) -> Bool {
    zip(UnsafeBufferPointer(start: bytes.start, count: bytes.count), text.utf8).allSatisfy(==)
  }
}
