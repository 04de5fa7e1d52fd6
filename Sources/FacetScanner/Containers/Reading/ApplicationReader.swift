/// Reads those files of an application that matter for its containers, several at a time.
///
/// A file matters if it names a call of a container, or declares something that such a file names.
struct ApplicationReader: Sendable {
  private static let libraries = ["Facet", "Swinject", "SwinjectAutoregistration", "Resolver"]
  private static let mostRounds = 4
  /// So many files are one piece of work.
  private static let filesAtOnce = 32

  private let paths: [String]
  private let bytes: [UnsafeSourceBytes]

  private let hasResolver: Bool

  init(_ files: [SourceFile]) {
    let library = LibrarySources(files)
    hasResolver = library.hasResolver
    let files = files.filter { !GeneratedFile.isOne($0.bytes) && !library.contains($0.path) }
      .sorted { $0.path < $1.path }
    paths = files.map(\.path)
    bytes = files.map(\.bytes)
  }

  /// The files with what they say; `nil` where none of them uses a container.
  func sources() async -> ContainerSources? {
    var words = WordSet(ContainerCall.names + ContainerCall.wrappers)
    guard hasResolver || bytes.contains(where: { file in Self.libraries.contains(where: file.contains) })
    else {
      return nil
    }
    let scans = await map(Array(paths.indices)) { [words] in WordScan(bytes[$0], words: words) }
    var facts: [Int: FileFacts] = [:]
    await read(scans.indices.filter { scans[$0].hasWord }, words, into: &facts)
    guard hasResolver || facts.values.contains(where: { !$0.imports.isDisjoint(with: Self.libraries) }) else {
      return nil
    }
    var rounds = 0
    var table = DeclarationTable([])
    var declaringCount = 0
    while true {
      await readDeclarers(of: facts, scans, words, into: &facts)
      let read = facts.keys.sorted().compactMap { facts[$0].map { Shared($0) } }
      // What a file declares is the same, whatever calls in it are read.
      if read.count != declaringCount { table = DeclarationTable(read) }
      declaringCount = read.count
      let helpers = HelperTable.find(in: read, table)
      let added = helpers.names.subtracting(words.words)
      rounds += 1
      if added.isEmpty || rounds == Self.mostRounds {
        return ContainerSources(read, table, helpers, hasResolver: hasResolver)
      }
      words = WordSet(words.words + added.sorted())
      let new = WordSet(added.sorted())
      let hashes = new.words.map(WordSet.hash)
      let likely = paths.indices.filter { scans[$0].mayContain(hashes) }
      let isNaming = await map(likely) { WordScan(bytes[$0], words: new, countsRegister: false).hasWord }
      await self.read(zip(likely, isNaming).filter(\.1).map(\.0), words, into: &facts)
    }
  }

  /// Reads the files that declare what the calls speak of, until nothing new comes up.
  private func readDeclarers(
    of known: [Int: FileFacts], _ scans: [WordScan], _ words: WordSet, into facts: inout [Int: FileFacts]
  ) async {
    var new = Array(known.values)
    for _ in 0..<Self.mostRounds {
      let wanted = MentionedNames.hashes(in: new)
      let aliases = wanted.union(MentionedNames.parameterHashes(in: new))
      let next = scans.indices.filter { index in
        facts[index] == nil
          && (scans[index].declared.contains(where: wanted.contains)
            || scans[index].aliases.contains(where: aliases.contains))
      }
      if next.isEmpty { return }
      await read(next, words, into: &facts)
      new = next.compactMap { facts[$0] }
    }
  }

  private func read(_ indices: [Int], _ words: WordSet, into facts: inout [Int: FileFacts]) async {
    let read = await map(indices) {
      FileReader.read(SourceFile(path: paths[$0], bytes: bytes[$0]), words: words)
    }
    for (index, file) in zip(indices, read) { facts[index] = file }
  }

  /// Does something with each file, several at a time; the results are in order.
  private func map<Result: Sendable>(
    _ indices: [Int], _ transform: @escaping @Sendable (Int) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, [Result]).self) { group in
      for start in stride(from: 0, to: indices.count, by: Self.filesAtOnce) {
        let part = indices[start..<min(start + Self.filesAtOnce, indices.count)]
        group.addTask { (start, part.map(transform)) }
      }
      var parts: [(Int, [Result])] = []
      for await part in group { parts.append(part) }
      return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }
}

/// The names whose declarations the calls of a file depend on.
private enum MentionedNames {
  static func hashes(in files: [FileFacts]) -> Set<UInt64> {
    var result: Set<UInt64> = []
    for file in files {
      for call in file.calls {
        add(call.context, to: &result)
        for context in call.passedTo { add(context, to: &result) }
        if let value = call.receiverValue { add(value, to: &result) }
        for argument in call.arguments + call.chain.flatMap(\.arguments) { add(argument.value, to: &result) }
      }
      for scope in file.scopes {
        if scope.kind == .type || scope.kind == .extension { add(scope.name, to: &result) }
        for parameter in scope.parameters { add(parameter.type, to: &result) }
        if let text = scope.result { add(text, to: &result) }
        for local in scope.locals.values.joined() {
          if let text = local.type { add(text, to: &result) }
          add(local.value, to: &result)
        }
      }
      for type in file.types { for text in type.inherited { add(text, to: &result) } }
      let receivers = receiverNames(in: file)
      for variable in file.variables where receivers.contains(variable.name) {
        if let text = variable.type { add(text, to: &result) }
        add(variable.value, to: &result)
      }
    }
    return result
  }

  /// The names of properties that calls are made on.
  private static func receiverNames(in file: FileFacts) -> Set<String> {
    var result: Set<String> = []
    for call in file.calls {
      if case .member(let names)? = call.receiverValue?.unforced { result.formUnion(names) }
    }
    return result
  }

  /// The names in the types of parameters and properties, which may be aliases.
  static func parameterHashes(in files: [FileFacts]) -> Set<UInt64> {
    var result: Set<UInt64> = []
    for file in files {
      for function in file.functions {
        for parameter in function.parameters { add(parameter.type, to: &result) }
        if let text = function.result { add(text, to: &result) }
      }
      for variable in file.variables { if let text = variable.type { add(text, to: &result) } }
      for alias in file.aliases { add(alias.target, to: &result) }
    }
    return result
  }

  private static func add(_ context: CallFacts.Context, to result: inout Set<UInt64>) {
    switch context {
    case .type(let text): add(text, to: &result)
    case .argument(let callee, _, _): add(callee, to: &result)
    case .none, .result, .variable: break
    }
  }

  private static func add(_ value: Expression, to result: inout Set<UInt64>) {
    switch value {
    case .metatype(let text), .cast(let text), .call(let text, _), .reference(let text, _),
      .specialized(let text):
      add(text, to: &result)
    case .member(let names):
      // `.name` is a constant of `String`; a name alone may be a function.
      for name in names where names.count == 1 || name.isEmpty || name.first?.isUppercase == true {
        result.insert(WordSet.hash(name.isEmpty ? "String" : name))
      }
    case .closure(let closure):
      if let text = closure.result { add(text, to: &result) }
      for parameter in closure.parameters ?? [] { if let text = parameter.type { add(text, to: &result) } }
      for value in closure.values { add(value, to: &result) }
    case .forced(let value): add(value, to: &result)
    case .list(let values): for value in values { add(value, to: &result) }
    case .string, .integer, .floatingPoint, .boolean, .none, .pack, .unknown: break
    }
  }

  /// Adds every name in the text.
  private static func add(_ text: String, to result: inout Set<UInt64>) {
    for word in text.utf8.split(whereSeparator: { !isWordByte($0) }) {
      result.insert(WordSet.hash(String(word) ?? ""))
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte >= 0x80
  }
}
