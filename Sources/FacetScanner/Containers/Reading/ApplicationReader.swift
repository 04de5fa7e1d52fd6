/// Reads those files of an application that matter for its containers.
struct ApplicationReader {
  private static let libraries = ["Facet", "Swinject", "SwinjectAutoregistration"]
  private static let mostRounds = 4

  private let files: [SourceFile]

  init(_ files: [SourceFile]) {
    self.files = files.sorted { $0.path < $1.path }
  }

  /// The files with what they say; `nil` where none of them uses a container.
  func sources() -> ContainerSources? {
    guard files.contains(where: { $0.bytes.contains("Facet") || $0.bytes.contains("Swinject") }) else {
      return nil
    }
    var words = Set(ContainerCall.names + ContainerCall.wrappers)
    var facts = files.map { FileReader.read($0, words: WordSet(Array(words))) }
    guard facts.contains(where: { !$0.imports.isDisjoint(with: Self.libraries) }) else { return nil }
    let table = DeclarationTable(facts)
    var helpers = HelperTable()
    for _ in 0..<Self.mostRounds {
      helpers = HelperTable.find(in: facts, table)
      let added = helpers.names.subtracting(words)
      if added.isEmpty { break }
      words.formUnion(added)
      let all = WordSet(Array(words))
      for index in files.indices where added.contains(where: files[index].bytes.contains) {
        facts[index] = FileReader.read(files[index], words: all)
      }
    }
    return ContainerSources(facts, table, helpers)
  }
}
