/// The files of one target that matter for its resolvers, read as declarations.
///
/// Most files of a target have nothing to do with resolvers. A file is read only when it names the module that the
/// protocol comes from, or extends, declares or marks something that such a file speaks of.
package struct TargetSources {
  /// A file with its declarations.
  package struct File {
    package var source: SourceFile
    package var declarations: [Declaration]
    package var faults: [LexicalFault]
  }

  /// The module that declares `Resolver` and the lazies.
  package static let libraryName = "FacetStatic"

  /// The files that were read, in the order of their paths.
  package private(set) var files: [File] = []

  /// Reads those of `sources` that matter.
  package init(_ sources: [SourceFile]) {
    let sources = sources.sorted { $0.path < $1.path }
    var isRead = [Bool](repeating: false, count: sources.count)
    var read: [(index: Int, file: File)] = []
    for (index, source) in sources.enumerated() where source.bytes.contains(Self.libraryName) {
      isRead[index] = true
      read.append((index, Self.read(source)))
    }
    let words = Self.wordsToFollow(in: read.map(\.file))
    for (index, source) in sources.enumerated()
    where !isRead[index] && words.contains(where: source.bytes.contains) {
      read.append((index, Self.read(source)))
    }
    files = read.sorted { $0.index < $1.index }.map(\.file)
  }

  private static func read(_ source: SourceFile) -> File {
    let tokens = TokenBuffer(source)
    return File(
      source: source, declarations: DeclarationParser.declarations(of: tokens), faults: tokens.faults)
  }

  /// The words whose files must be read too: the names of the resolvers and of their protocol (it may be hidden by
  /// one of the target's own), and the mark of global actors.
  private static func wordsToFollow(in files: [File]) -> [String] {
    guard !files.isEmpty else { return [] }
    var words = ["globalActor", "Resolver"]
    for file in files {
      collectConforming(file.declarations, into: &words)
    }
    return words
  }

  private static func collectConforming(_ declarations: [Declaration], into words: inout [String]) {
    for declaration in declarations {
      if declaration.inherited.contains(where: { ResolverProtocol.isNamed(by: $0.text, unqualified: true) }) {
        let name = declaration.name.split(separator: ".").last.map(String.init) ?? declaration.name
        if !words.contains(name) { words.append(name) }
      }
      collectConforming(declaration.members, into: &words)
    }
  }

  /// `@_exported import FacetStatic` makes the module visible in every file of the target.
  static func isReexport(_ declaration: Declaration) -> Bool {
    declaration.kind == .import && declaration.attribute(named: "_exported") != nil
      && (declaration.name == libraryName || declaration.name.hasPrefix(libraryName + "."))
  }
}

/// How the protocol can be written in an inheritance clause.
enum ResolverProtocol {
  /// Whether one of the types composed in `text` is the protocol.
  ///
  /// - Parameters:
  ///   - text: An inherited type, perhaps with attributes or as a composition.
  ///   - unqualified: Whether the name alone is enough, because the file imports the module.
  /// - Returns: Whether the protocol is there.
  static func isNamed(by text: String, unqualified: Bool) -> Bool {
    for part in text.split(separator: "&") {
      // Attributes stand in front: `@MainActor Resolver`, `nonisolated Resolver`.
      let name = part.split(separator: " ").last.map(String.init) ?? ""
      switch name {
      case "Resolver": if unqualified { return true }
      case "FacetStatic.Resolver", "FacetStatic::Resolver": return true
      default: break
      }
    }
    return false
  }
}
