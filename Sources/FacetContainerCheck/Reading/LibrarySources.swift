import FacetSyntax

/// The sources of a container library among those of an application, as a folder of checked-out packages has them.
///
/// What the library says of its own types is known. Read as a part of the application, its generic functions would seem to
/// register anything.
struct LibrarySources {
  /// Folders with a slash at the end, and files.
  private var paths: [String] = []
  /// Whether Resolver is among them, which is often a single file of the application itself.
  private(set) var hasResolver = false

  init(_ sources: [SourceFile]) {
    for file in sources {
      let name = file.path.split(separator: "/").last ?? ""
      switch name {
      case "Container.swift" where Self.holds(file, ["class Container", "ServiceEntry", "func _register"]),
        "AutoRegistration.swift" where Self.holds(file, ["func autoregister<"]):
        paths.append(String(file.path.dropLast(name.count)))
      case "Resolver.swift" where Self.holds(file, ["class Resolver", "protocol ResolverRegistering"]):
        paths.append(file.path)
        hasResolver = true
      default: break
      }
    }
  }

  func contains(_ path: String) -> Bool { paths.contains { !$0.isEmpty && path.hasPrefix($0) } }

  private static func holds(_ file: SourceFile, _ words: [String]) -> Bool {
    words.allSatisfy(file.bytes.contains)
  }
}
