import FacetSyntax

/// What building something can do besides returning it.
struct EffectSet: Equatable {
  var isAsync = false
  /// The type of the errors thrown; `nil` for none.
  var failure: ErrorType?

  /// Adds the effects of something that is done in addition: two different types of errors are `any Error`.
  mutating func formUnion(_ other: EffectSet) {
    isAsync = isAsync || other.isAsync
    guard let added = other.failure else { return }
    if let failure, failure != added {
      self.failure = .any
    } else if failure == nil || added.level > failure?.level ?? .file {
      failure = added
    }
  }

  /// What stands in front of a call with these effects.
  var callPrefix: String { (failure == nil ? "" : "try ") + (isAsync ? "await " : "") }

  /// What stands behind the parameters of a function or closure with these effects, with a space in front.
  var signature: String {
    let throwing = failure.map { $0 == .any ? " throws" : " throws(\($0.spelling))" } ?? ""
    return (isAsync ? " async" : "") + throwing
  }
}

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
