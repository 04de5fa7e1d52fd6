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

// MARK: - Reading the types of errors

extension TypeReader {
  /// The type that is written; `nil` for `Never`.
  func errorType(_ type: PlacedType) -> ErrorType? {
    switch identity(of: type) {
    case "Never": return nil
    case ErrorType.any.identity: return .any
    case let identity:
      let paths = paths(in: type.syntax)
      // Whether a name in the type is declared by another module.
      let isForeign = paths.compactMap(\.first).contains {
        $0 != "Self" && $0 != index.moduleName && index.lookup($0, from: name) == nil
      }
      let declared = paths.compactMap { index.declaredPath(of: $0, from: name) }
      return ErrorType(
        spelling: index.reachablePrefix(of: type.syntax.path.first ?? "", in: name) + type.syntax.spelling,
        identity: identity, foreignFile: isForeign ? type.file : nil,
        level: declared.map(index.accessLevel).min() ?? .everywhere)
    }
  }

  private func identity(of type: PlacedType) -> String {
    let (path, type) = index.meaning(of: type)
    if let path { return path + type.syntax.parts.map { "<\($0.spelling)>" }.joined() }
    let name = type.syntax.path.joined(separator: ".")
    switch name {
    case "Error", "Swift.Error": return ErrorType.any.identity
    case "Never", "Swift.Never": return "Never"
    default: return name
    }
  }

  /// The names of the type and of its generic arguments.
  private func paths(in type: TypeSyntax) -> [[String]] { [type.path] + type.parts.flatMap(paths) }
}
