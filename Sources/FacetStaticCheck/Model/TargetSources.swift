import FacetSyntax

/// The files of one target, read as declarations, if one of them names the module that the protocol comes from.
package struct TargetSources {
  /// A file with its declarations.
  package struct File {
    package var source: SourceFile
    package var declarations: [Declaration]
    package var faults: [LexicalFault]

    var imports: [Declaration] { declarations.filter { $0.kind == .import } }
  }

  /// The module that declares `Resolver` and the lazies.
  package static let libraryName = "FacetStatic"
  static let protocolName = "Resolver"

  /// The files in the order of their paths.
  package private(set) var files: [File] = []

  package init(_ sources: [SourceFile]) {
    let own = sources.filter { !GeneratedFile.isOne($0.bytes) }
    guard own.contains(where: { $0.bytes.contains(Self.libraryName) }) else { return }
    files = own.inOrder().map { source in
      let tokens = TokenBuffer(source)
      return File(
        source: source, declarations: DeclarationParser.declarations(of: tokens), faults: tokens.faults)
    }
  }

  /// Whether something is imported from the library.
  static func isOfLibrary(_ declaration: Declaration) -> Bool {
    declaration.name == libraryName || declaration.name.hasPrefix(libraryName + ".")
  }
}
