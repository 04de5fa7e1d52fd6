import FacetSyntax

/// Rewrites `r.resolve(X.self)!` as a call of a generic function that does the same.
enum Extraction {
  private static let helper = """

    private func extracted<Service>(_ resolver: Resolver, _ type: Service.Type) -> Service {
      resolver.resolve(type)!
    }

    """

  static func text(of text: String) -> String {
    // The library Resolver needs no helper: it gives no optional.
    guard !text.contains("import Resolver") else { return text }
    let file = SourceFile(path: "", text: text)
    let buffer = TokenBuffer(file)
    var pieces: [String] = []
    var last = 0
    for index in 0..<buffer.count where isForcedResolve(index, buffer, file) {
      let start = Int(buffer[index - 2].start)
      let close = Int(buffer[index + 1].match)
      // A container that leaves its function may hold anything.
      let receiver = file.text(start, Int(buffer[index - 2].end))
      guard start >= last, !text.contains("let \(receiver) = Container(") else { continue }
      pieces.append(file.text(last, start))
      let type = file.text(Int(buffer[index + 1].end), Int(buffer[close].start))
      pieces.append("extracted(\(receiver), \(type))")
      last = Int(buffer[close + 1].end)
    }
    guard last > 0 else { return text }
    return pieces.joined() + file.text(last, file.bytes.count) + helper
  }

  /// Whether a name, and nothing in front of it, is asked for a type alone, by `resolve` with a mark behind it.
  private static func isForcedResolve(_ index: Int, _ buffer: TokenBuffer, _ file: SourceFile) -> Bool {
    guard index > 2, word(index, buffer, file) == "resolve", buffer[index - 1].kind == .period,
      buffer[index - 2].kind == .identifier, buffer[index - 3].kind != .period,
      buffer[index + 1].kind == .leftParenthesis
    else { return false }
    let close = Int(buffer[index + 1].match)
    return word(close + 1, buffer, file) == "!" && word(close - 1, buffer, file) == "self"
      && !(index + 2..<close).contains { buffer[$0].kind == .comma }
  }

  private static func word(_ index: Int, _ buffer: TokenBuffer, _ file: SourceFile) -> String {
    file.text(Int(buffer[index].start), Int(buffer[index].end))
  }
}
