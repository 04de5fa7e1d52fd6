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
    var facts = await read(Array(files.indices), words, declares: true)
    guard hasResolver || facts.contains(where: { !$0.imports.isDisjoint(with: Self.libraries) }) else {
      return nil
    }
    // What a file declares is the same, whatever calls in it are read.
    let table = DeclarationTable(facts, hasResolver: hasResolver)
    var helpers = await HelperTable.find(in: facts, table)
    for _ in 1...Self.mostRounds {
      let added = Array(helpers.names.subtracting(words.words)).inOrder()
      let again = facts.indices.filter { facts[$0].words.mayContain(added) }
      if again.isEmpty { break }
      words = WordSet(words.words + added)
      for (index, found) in zip(again, await read(again, words)) {
        found.declared = facts[index].declared
        facts[index] = found
      }
      helpers = await HelperTable.find(in: facts, table)
    }
    return ContainerSources(facts, table, helpers, hasResolver: hasResolver)
  }

  private func read(_ indices: [Int], _ words: WordSet, declares: Bool = false) async -> [FileFacts] {
    await Work.map(indices.map { files[$0] }) { path, bytes in
      FileReader.read(SourceFile(path: path, bytes: bytes), words: words, declares: declares)
    }
  }
}
