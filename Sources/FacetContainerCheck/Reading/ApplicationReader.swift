import FacetSyntax

/// Reads the files of an application, several at a time.
struct ApplicationReader: Sendable {
  private static let libraries = ["Facet", "Swinject", "SwinjectAutoregistration", "Resolver"]
  private static let mostRounds = 4

  /// A file with what was read of it.
  ///
  /// Unchecked: each is changed by one piece of work, and asked when all are done.
  private final class Reading: @unchecked Sendable {
    let path: String
    let bytes: UnsafeSourceBytes
    var facts: FileFacts

    init(_ file: SourceFile) {
      (path, bytes) = (file.path, file.bytes)
      facts = FileFacts(path: path)
    }
  }

  private let files: [Reading]
  private let hasResolver: Bool

  init(_ files: [SourceFile]) {
    let library = LibrarySources(files)
    hasResolver = library.hasResolver
    self.files = files.filter { !GeneratedFile.isOne($0.bytes) && !library.contains($0.path) }.inOrder()
      .map(Reading.init)
  }

  /// The files with what they say; `nil` where none of them uses a container.
  func sources() async -> ContainerSources? {
    guard hasResolver || files.contains(where: { Self.libraries.contains(where: $0.bytes.contains) }) else {
      return nil
    }
    var words = WordSet(ContainerCall.names + ContainerCall.wrappers)
    await read(files, words)
    guard hasResolver || files.contains(where: { !$0.facts.imports.isDisjoint(with: Self.libraries) }) else {
      return nil
    }
    // What a file declares is the same, whatever calls in it are read.
    let table = DeclarationTable(files.map(\.facts))
    var round = 1
    while true {
      let facts = files.map(\.facts)
      let helpers = HelperTable.find(in: facts, table)
      let added = Array(helpers.names.subtracting(words.words)).inOrder()
      if added.isEmpty || round == Self.mostRounds {
        return ContainerSources(facts, table, helpers, hasResolver: hasResolver)
      }
      words = WordSet(words.words + added)
      await read(files.filter { $0.facts.words.mayContain(added) }, words)
      round += 1
    }
  }

  private func read(_ files: [Reading], _ words: WordSet) async {
    await Work.each(files) {
      $0.facts = FileReader.read(SourceFile(path: $0.path, bytes: $0.bytes), words: words)
    }
  }
}
