import FacetTestSupport
import Foundation
import Synchronization
import Testing

/// The Swift in the README, in the articles and in the doc comments.
///
/// A block sees the declarations of the blocks before it on its page, those of the page's prelude (Preludes), and the vocabulary
/// (Tests/DocumentationVocabulary).
@Suite(.timeLimit(.minutes(5)), .enabled(if: Compiler.isFound, "no swiftc is found"))
struct BlockTests {
  private static let all = Result { try Page.all() }

  private let pages: [Page]
  private let compiler: Compiler

  init() throws {
    pages = try Self.all.get()
    compiler = try Compiler()
  }

  @Test func `every block compiles`() async throws {
    try await check(pages.filter { !$0.compiled.isEmpty }) { page in
      try compiler.mistakes(in: Script(page), of: page)
    }
  }

  @Test func `parts of manifests compile`() throws {
    defer { compiler.close() }
    let script = Script(manifest: pages.flatMap(\.blocks).filter(\.isManifest))
    for mistake in try compiler.mistakes(inManifest: script) { record(mistake) }
  }

  @Test func `a value is what the comment behind it says`() async throws {
    try await check(pages.compactMap(\.untilLastClaim)) { page in
      Mistake.all(in: try compiler.run(Script(page), of: page))
    }
  }

  @Test func `a program prints what stands behind it`() async throws {
    try await check(pages.compactMap(\.untilOutput)) { page in
      let program = try compiler.run(Script(page, isNumberedByItself: true), of: page)
      let (block, output) = (page.blocks.last!, page.blocks.last!.output!.joined(separator: "\n"))
      let printed = program.output + program.errors
      if comparable(printed) == comparable(output) { return [] }
      return [
        Mistake(path: page.path, line: block.lines[0].number, column: 1, text: "it prints:\n\(printed)")
      ]
    }
  }

  @Test func `few blocks are not compiled`() {
    let blocks = pages.flatMap(\.blocks)
    #expect(blocks.count > 150)
    #expect(
      blocks.filter { $0.exception != nil }.map(\.path) == [
        "Sources/Facet/Facet.docc/Articles/ComingFromFactory.md"
      ])
    for block in blocks { #expect(!block.lines.isEmpty, "an empty block in \(block.path)") }
    print(
      pages.count, blocks.count, pages.compactMap(\.untilLastClaim).count,
      pages.compactMap(\.untilOutput).count, blocks.map(\.claims).reduce(0, +))
  }

  // MARK: -

  private func check(_ pages: [Page], _ body: @escaping @Sendable (Page) throws -> [Mistake]) async throws {
    defer { compiler.close() }
    let mistakes = try await inParallel(pages) { page in Result { try body(page) } }
    for mistake in mistakes.flatMap(\.self) { record(mistake) }
  }

  private func record(_ mistake: Mistake) {
    let file =
      mistake.path.hasPrefix("/") ? mistake.path : Page.root.appendingPathComponent(mistake.path).path
    Issue.record(
      "\(mistake.path):\(mistake.line):\(mistake.column): \(mistake.text)",
      sourceLocation: SourceLocation(
        fileID: "DocumentationTests/\(mistake.path)", filePath: file, line: mistake.line,
        column: mistake.column))
  }
}

/// A text without what differs from run to run: times, and the spaces before them.
private func comparable(_ text: String) -> String {
  text.replacing(/\x20*\d+\.\d+ µs/, with: " … µs").trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Calls a function for each element, on as many threads as there are processors, and none of those that run tests.
private func inParallel<Element: Sendable, Value: Sendable>(
  _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result<Value, any Error>
) async throws -> [Value] {
  let results = await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      let results = Mutex([Int: Result<Value, any Error>]())
      DispatchQueue.concurrentPerform(iterations: elements.count) { index in
        let result = body(elements[index])
        results.withLock { $0[index] = result }
      }
      continuation.resume(returning: elements.indices.map { index in results.withLock { $0[index]! } })
    }
  }
  return try results.map { try $0.get() }
}
