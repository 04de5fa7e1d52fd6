import FacetSyntax

/// Reads the files of an application, several at a time.
struct ApplicationReader {
  private static let libraries = ["Facet", "Swinject", "SwinjectAutoregistration", "Resolver"]
  private static let mostRounds = 4

  private let files: [(path: String, bytes: UnsafeSourceBytes)]
  private let hasResolver: Bool

  init(_ files: [SourceFile]) {
    let library = LibrarySources(files)
    hasResolver = library.hasResolver
    self.files = files.filter { !GeneratedFile.isOne($0.bytes) && !library.contains($0.path) }.inOrder()
      .map { ($0.path, $0.bytes) }
  }

  /// The files with what they say; `nil` where none of them uses a container.
  func sources() async -> ContainerSources? {
    guard hasResolver || files.contains(where: { Self.libraries.contains(where: $0.bytes.contains) }) else {
      return nil
    }
    var words = WordSet(ContainerCall.names + ContainerCall.wrappers)
    var facts = await read(Array(files.indices), words)
    guard hasResolver || facts.contains(where: { !$0.imports.isDisjoint(with: Self.libraries) }) else {
      return nil
    }
    // What a file declares is the same, whatever calls in it are read.
    let table = DeclarationTable(facts)
    var round = 1
    while true {
      let helpers = await HelperTable.find(in: facts, table)
      let added = Array(helpers.names.subtracting(words.words)).inOrder()
      if added.isEmpty || round == Self.mostRounds {
        return ContainerSources(facts, table, helpers, hasResolver: hasResolver)
      }
      words = WordSet(words.words + added)
      let again = facts.indices.filter { facts[$0].words.mayContain(added) }
      for (index, found) in zip(again, await read(again, words, isAgain: true)) { facts[index] = found }
      round += 1
    }
  }

  private func read(_ indices: [Int], _ words: WordSet, isAgain: Bool = false) async -> [FileFacts] {
    await Work.map(indices.map { files[$0] }) { path, bytes in
      FileReader.read(SourceFile(path: path, bytes: bytes), words: words, isAgain: isAgain)
    }
  }
}
