import FacetSyntax

/// The type of the errors that something throws, however it is spelled.
struct ErrorType: Equatable {
  /// The type that all errors are of; a type in scope may be called `Error`, so that the module stands in front.
  static var any: ErrorType { ErrorType(spelling: "any Swift.Error", identity: "any Error") }

  /// What generated code writes.
  var spelling: String
  /// The same for all spellings of one type.
  var identity: String
  /// The file whose imports make the spelling known; `nil` where the target itself declares the type.
  var foreignFile: SourceFile?
  /// How far the names in the spelling can be seen; those of other modules everywhere.
  var level = AccessLevel.everywhere

  static func == (left: ErrorType, right: ErrorType) -> Bool { left.identity == right.identity }
}

/// Reads the types of errors as the members of one resolver mean them.
struct ErrorTypeReader {
  let index: TypeIndex
  /// The full name of the resolver.
  let scope: String
  /// The errors of other modules that are spelled with their module somewhere in the resolver.
  var qualified: Set<String> = []

  /// The type that is written; `nil` for `Never`.
  func read(_ type: PlacedType) -> ErrorType? {
    let text = type.text
    switch identity(of: text, from: type.scope, in: type.file, depth: 0) {
    case "Never": return nil
    case ErrorType.any.identity: return .any
    case let identity:
      return ErrorType(
        spelling: index.reachableName(of: text, in: scope), identity: identity,
        foreignFile: isForeign(text) ? type.file : nil, level: level(of: text))
    }
  }

  private func identity(of text: String, from scope: String, in file: SourceFile, depth: Int) -> String {
    let text = TypeText.withoutParentheses(text)
    if let path = index.declaredPath(of: text, from: scope) {
      guard depth < 8, let alias = index.aliases[path], !alias.declaration.isGeneric,
        let target = alias.declaration.type
      else { return path + argumentsText(text) }
      return identity(of: target.text, from: alias.scope, in: alias.file, depth: depth + 1)
    }
    let name = TypeText.components(text).joined(separator: ".")
    switch name {
    case "Error", "any Error", "Swift.Error", "any Swift.Error": return ErrorType.any.identity
    case "Never", "Swift.Never": return "Never"
    default: return qualifiedName(name, in: file)
    }
  }

  /// `Module.Failure` for a `Failure` that comes from an imported module, if somebody else spelled it so.
  private func qualifiedName(_ name: String, in file: SourceFile) -> String {
    for declaration in index.imports(of: file) {
      if declaration.importKind.isEmpty {
        let full = declaration.name + "." + name
        if qualified.contains(full) { return full }
      } else if declaration.name.hasSuffix("." + name) {
        return declaration.name
      }
    }
    return name
  }

  private func argumentsText(_ text: String) -> String {
    TypeText.generic(text).map { "<\($0.arguments.joined(separator: ", "))>" } ?? ""
  }

  /// Whether a name in the type is declared by another module.
  private func isForeign(_ text: String) -> Bool {
    names(in: text).compactMap { TypeText.components($0).first }.contains {
      $0 != "Self" && $0 != index.moduleName && index.lookup($0, from: scope) == nil
    }
  }

  private func level(of text: String) -> AccessLevel {
    let paths = names(in: text).compactMap { index.declaredPath(of: $0, from: scope) }
    return paths.map(index.accessLevel).min() ?? .everywhere
  }

  /// The names of the type and of its generic arguments.
  private func names(in text: String) -> [String] {
    let text = TypeText.withoutParentheses(TypeText.specifiers(text).type)
    guard let (base, arguments) = TypeText.generic(text) else { return [text] }
    return [base] + arguments.flatMap(names)
  }
}
