// MARK: - Containers that never leave a function

extension FileReader {
  /// What may be done to a container without handing it to somebody.
  private static let ownMembers: Set<String> = [
    "register", "autoregister", "resolve", "require", "resolveAll", "resolveAsync", "requireAsync",
    "requireAllAsync", "forward", "unregister", "removeAll", "close", "resetObjectScope", "failureHandler",
    "hasAnyRegistration", "entries", "verify", "graph", "description",
  ]
  private static let mostGenerations = 8

  /// Looks at every use of the variable whose name stands at `index`; `nil` if the container may be reached otherwise.
  func privateContainer(at index: Int, within close: Int, generation: Int = 0) -> ScopeFacts.PrivateContainer?
  {
    guard generation < Self.mostGenerations, nested.kind(index) == .identifier else { return nil }
    let name = nested.identifier(index)
    for use in nested.uses(ofNameAt: index, within: close) {
      if nested.names(name, inStringAt: use, besides: Self.ownMembers) { return nil }
      guard nested.kind(use) == .identifier, nested.kind(use - 1) != .period, nested.areAlike(use, index)
      else {
        continue
      }
      if nested.kind(use + 1) == .colon { continue }
      if nested.kind(use + 1) == .period, Self.ownMembers.contains(nested.text(use + 2)) { continue }
      guard let child = child(ofParentAt: use), let brace = braceAround(child),
        privateContainer(at: child, within: nested.match(brace), generation: generation + 1) != nil
      else { return nil }
    }
    return parent(ofContainerAt: index)
  }

  /// The variable in `let child = Container(parent: name)`.
  private func child(ofParentAt use: Int) -> Int? {
    let open = nested.parent(use)
    guard nested.token(use - 2, is: "parent"), open > 2, nested.token(open - 1, is: "Container"),
      nested.kind(open - 2) == .equal, nested.isIdentifier(open - 3), nested.token(open - 4, is: "let")
    else { return nil }
    return open - 3
  }

  private func braceAround(_ index: Int) -> Int? {
    let brace = nested.parent(index)
    return brace >= 0 && nested.kind(brace) == .leftBrace ? brace : nil
  }

  private func parent(ofContainerAt index: Int) -> ScopeFacts.PrivateContainer? {
    var result = ScopeFacts.PrivateContainer(parent: nil, hasForeignParent: false)
    var open = index
    while nested.kind(open) != .leftParenthesis, open < index + 8 { open += 1 }
    guard nested.kind(open) == .leftParenthesis else { return nil }
    // A closure behind the parentheses registers too, under a name of its own.
    if nested.kind(nested.match(open) + 1) == .leftBrace { return nil }
    for inner in open + 1..<max(open + 1, nested.match(open)) where nested.parent(inner) == open {
      if nested.kind(inner) == .leftBrace { return nil }
      guard nested.token(inner, is: "parent"), nested.kind(inner + 1) == .colon else { continue }
      let isName = nested.isIdentifier(inner + 2) && nested.kind(inner + 3) != .period
      result.parent = isName ? nested.identifier(inner + 2) : nil
      result.hasForeignParent = !isName
    }
    return result
  }
}
