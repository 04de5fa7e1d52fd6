import FacetSyntax

/// How far a declaration can be seen.
enum AccessLevel: Comparable {
  /// Not beyond its file.
  case file
  case module, package, everywhere

  /// The level that is written at a declaration, or at the extension that it stands in.
  init(_ declaration: Declaration, in container: Declaration?) {
    let around = container?.kind == .extension ? container?.accessLevel : nil
    switch declaration.accessLevel ?? around {
    case "open", "public": self = .everywhere
    case "package": self = .package
    case "private", "fileprivate": self = .file
    default: self = .module
    }
  }

  /// What is written in front of a declaration that others are to see; nothing for the module's own.
  var modifier: String {
    switch self {
    case .everywhere: "public"
    case .package: "package"
    case .module, .file: ""
    }
  }
}
