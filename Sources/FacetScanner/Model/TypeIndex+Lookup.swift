// MARK: - What a name means

extension TypeIndex {
  /// Where a name may be declared that is used in the type at `scope`: there, in the types around it, at file level.
  func lookup(_ name: String, from scope: String) -> String? {
    var path = TypeText.split(scope, at: ["."])
    while true {
      let full = (path + [name]).joined(separator: ".")
      if isDeclared(full) { return full }
      guard path.popLast() != nil else { return nil }
    }
  }

  /// The full name of a type of the target that is spelled `text` in the type at `scope`.
  func declaredPath(of text: String, from scope: String) -> String? {
    var parts = TypeText.components(TypeText.generic(text)?.base ?? text)
    guard !parts.isEmpty else { return nil }
    if parts[0] == "Self" {
      let path = ([scope] + parts.dropFirst()).joined(separator: ".")
      return parts.count > 1 && isDeclared(path) ? path : nil
    }
    if parts.count > 1, parts[0] == moduleName, lookup(moduleName, from: scope) == nil {
      parts.removeFirst()
      let path = parts.joined(separator: ".")
      return isDeclared(path) ? path : nil
    }
    guard let root = lookup(parts[0], from: scope) else { return nil }
    return ([root] + parts.dropFirst()).joined(separator: ".")
  }

  /// The name of the library's type that `text` means in the type at `scope`, in a file that sees the library or not.
  ///
  /// - Returns: `Resolver`, `Lazy` and so on; `nil` for all other types, also those of the target that have such names.
  func libraryName(of text: String, from scope: String, seesLibrary: Bool) -> String? {
    var text = text
    var scope = scope
    var seesLibrary = seesLibrary
    for _ in 0..<8 {
      text = TypeText.withoutParentheses(TypeText.specifiers(text).type)
      if let path = declaredPath(of: text, from: scope) {
        guard let alias = aliases[path], let target = alias.declaration.type else { return nil }
        (text, scope, seesLibrary) = (target.text, alias.scope, self.seesLibrary(alias.file))
        continue
      }
      let parts = TypeText.components(TypeText.generic(text)?.base ?? text)
      if parts.count == 2, parts[0] == TargetSources.libraryName { return parts[1] }
      return parts.count == 1 && seesLibrary ? parts[0] : nil
    }
    return nil
  }

  /// Whether one of the types that are composed in `text` is the protocol.
  func namesProtocol(_ text: String, from scope: String, seesLibrary: Bool) -> Bool {
    TypeText.split(text, at: ["&"]).contains { part in
      if libraryName(of: part, from: scope, seesLibrary: seesLibrary) == ResolverProtocol.name { return true }
      let bare = TypeText.specifiers(TypeText.trimmed(part)).type
      guard let path = declaredPath(of: bare, from: scope), let alias = aliases[path],
        let target = alias.declaration.type?.text, target.contains("&")
      else { return false }
      return TypeText.split(target, at: ["&"]).contains {
        libraryName(of: $0, from: alias.scope, seesLibrary: self.seesLibrary(alias.file))
          == ResolverProtocol.name
      }
    }
  }

  /// Whether names of the library need no module in front in this file.
  func seesLibrary(_ file: SourceFile) -> Bool {
    isReexported
      || imports(of: file).contains { declaration in
        declaration.name == TargetSources.libraryName
          || declaration.name.hasPrefix(TargetSources.libraryName + ".")
      }
  }

  /// The other module of the package whose types have the names of the library's, if the file imports it as a whole.
  func importsContainer(_ file: SourceFile) -> Bool {
    imports(of: file).contains { $0.name == "Facet" && $0.importKind.isEmpty && $0.conditions.isEmpty }
  }
}
