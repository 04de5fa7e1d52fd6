import Facet

/// Reads the feed in a file, in whichever format it is.
struct FeedReader: Sendable {
  @Injected private var json: JSONFormat

  /// Reads the feed in the bytes of a file.
  func feed(in bytes: [UInt8]) throws(FeedProblem) -> Feed {
    let source = try SourceText(bytes)
    switch source.scalars.first(where: { !$0.isSpace }) {
    case "<":
      let root = try XMLReader.root(of: source)
      // An optional: that no format is registered under the name is no failure, but a fact about the file.
      guard let format = Container.resolve(XMLFormat?.self, name: root.name) ?? nil else {
        throw root.problem("'<\(root.name)>' is no feed that is read here")
      }
      return try format.feed(in: root)
    case "{": return try json.feed(in: source)
    case nil: throw source.problem("the file is empty", at: 0)
    default: throw source.problem("the file is neither XML nor JSON", at: 0)
    }
  }
}
