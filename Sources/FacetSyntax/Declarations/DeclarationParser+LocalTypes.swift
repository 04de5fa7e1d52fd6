// MARK: - Types inside functions

extension DeclarationParser {
  /// The types that stand inside functions, closures and accessors and inherit from something.
  ///
  /// Only their heads are read.
  ///
  /// - Parameters:
  ///   - tokens: The file.
  ///   - declarations: What was read of it, which is left out.
  /// - Returns: The types in the order of their places.
  package static func localTypes(of tokens: TokenBuffer, besides declarations: [Declaration]) -> [Declaration]
  {
    var known: Set<Int> = []
    collectPlaces(of: declarations, into: &known)
    var parser = DeclarationParser(tokens)
    var result: [Declaration] = []
    var place = 0
    while place < parser.end {
      defer { place += 1 }
      guard tokens[place].kind == .identifier, !known.contains(Int(tokens[place].start)) else { continue }
      guard let kind = parser.typeIntroducer(at: place), parser.isIdentifier(place + 1),
        place == 0 || tokens[place - 1].kind != .period
      else { continue }
      var head = Declaration(kind: kind)
      head.introducerOffset = Int(tokens[place].start)
      parser.index = place + 1
      parser.parseTypeHead(&head)
      if !head.inherited.isEmpty, tokens[parser.index].kind == .leftBrace { result.append(head) }
    }
    return result
  }

  /// The kind of type that the word at `place` introduces; compared without making a string, for every word is asked.
  private func typeIntroducer(at place: Int) -> Declaration.Kind? {
    if tokenIs(place, "struct") { return .struct }
    if tokenIs(place, "class") { return .class }
    if tokenIs(place, "enum") { return .enum }
    return tokenIs(place, "actor") ? .actor : nil
  }

  private static func collectPlaces(of declarations: [Declaration], into places: inout Set<Int>) {
    for declaration in declarations {
      if declaration.isType { places.insert(declaration.introducerOffset) }
      collectPlaces(of: declaration.members, into: &places)
    }
  }
}
