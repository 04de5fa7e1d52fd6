import FacetSyntax

/// The files of one target that matter for its resolvers, read as declarations.
///
/// Most files of a target have nothing to do with resolvers. A file is read only when it names the module that the
/// protocol comes from, or holds a word that a file which was read asks about.
package struct TargetSources {
  /// A file with its declarations.
  package struct File {
    package var source: SourceFile
    package var declarations: [Declaration]
    package var faults: [LexicalFault]
  }

  /// The module that declares `Resolver` and the lazies.
  package static let libraryName = "FacetStatic"
  static let protocolName = "Resolver"

  /// The files that were read, in the order of their paths.
  package private(set) var files: [File] = []

  /// Reads those of `sources` that matter.
  package init(_ sources: [SourceFile]) {
    let sources = sources.filter { !GeneratedFile.isOne($0.bytes) }.sorted { $0.path < $1.path }
    var read = [File?](repeating: nil, count: sources.count)
    var questions = OpenQuestions()
    var words = [Self.libraryName]
    while !words.isEmpty {
      for (index, source) in sources.enumerated()
      where read[index] == nil && words.contains(where: source.bytes.contains) {
        read[index] = Self.read(source)
      }
      words = questions.words(after: read.compactMap { $0 })
    }
    files = read.compactMap { $0 }
  }

  private static func read(_ source: SourceFile) -> File {
    let tokens = TokenBuffer(source)
    return File(
      source: source, declarations: DeclarationParser.declarations(of: tokens), faults: tokens.faults)
  }

  /// `@_exported import FacetStatic` makes the module visible in every file of the target.
  static func isReexport(_ declaration: Declaration) -> Bool {
    declaration.kind == .import && declaration.attribute(named: "_exported") != nil
      && (declaration.name == libraryName || declaration.name.hasPrefix(libraryName + "."))
  }
}
