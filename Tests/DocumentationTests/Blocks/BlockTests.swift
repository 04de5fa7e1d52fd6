import FacetTestSupport
import Foundation
import Testing

/// The Swift in the README, in the articles and in the doc comments.
///
/// A block sees the declarations of the other blocks of its ``Page`` and the variables of those before it. What the text takes for granted stands
/// in Vocabulary, and for one file or section in Preludes, in a file of the same name.
///
/// A page is run if a line says what it results in (see ``Claim``), or if a fence without a language stands right behind a block: that is what
/// the program prints. The comment `<!-- not compiled: reason -->` before a fence leaves a block out.
@Suite(.timeLimit(.minutes(20)), .enabled(if: Toolchain.isFound, Toolchain.whyNotFound))
struct BlockTests {
  private static let all = Result { try Page.all() }

  private let pages: [Page]
  private let compiler: Compiler

  init() throws {
    pages = try Self.all.get()
    compiler = try Compiler()
  }

  @Test func `every block compiles`() async throws {
    try await check(Page.programs(of: pages)) { pages in
      try compiler.mistakes(in: Script(pages), of: pages[0])
    }
  }

  @Test func `parts of manifests compile`() throws {
    let script = Script(manifest: pages.flatMap(\.blocks).filter(\.isManifest))
    for mistake in try compiler.mistakes(inManifest: script) { mistake.record() }
  }

  @Test func `a value is what the comment behind it says`() async throws {
    try await check(pages.compactMap(\.untilLastClaim)) { page in
      Mistake.all(in: try compiler.run(Script(page), of: page), of: page)
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

  /// Code of other libraries.
  @Test func `which blocks are not compiled`() {
    let exceptions = pages.flatMap(\.blocks).filter { $0.exception != nil }.map(\.path)
    let articles = "Sources/Facet/Facet.docc/Articles"
    #expect(
      Set(exceptions) == [
        "\(articles)/ComingFromFactory.md", "\(articles)/ComingFromResolver.md",
        "\(articles)/ComingFromSwinject.md",
      ])
    #expect(exceptions.count == 3)
  }

  @Test func `all blocks are found`() {
    let blocks = pages.flatMap(\.blocks)
    #expect(blocks.count > 180)
    #expect(blocks.count(where: \.isManifest) >= 5)
    #expect(blocks.map(\.claims).reduce(0, +) >= 10)
    #expect(blocks.count { $0.output != nil } >= 4)
  }

  @Test func `every prelude is used`() throws {
    let used = Set(pages.compactMap { $0.prelude?.file.path })
    let files = try FileManager.default.subpathsOfDirectory(atPath: Page.preludes.path)
      .filter { $0.hasSuffix(".swift") }
    for file in files {
      #expect(used.contains(Page.preludes.appendingPathComponent(file).path), "no page of Preludes/\(file)")
    }
  }

  // MARK: -

  private func check<Program: Sendable>(
    _ programs: [Program], _ body: @escaping @Sendable (Program) throws -> [Mistake]
  ) async throws {
    let mistakes = try await inParallel(programs) { program in Result { try body(program) } }
    for mistake in mistakes.flatMap(\.self) { mistake.record() }
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
      let results = Locked([Int: Result<Value, any Error>]())
      DispatchQueue.concurrentPerform(iterations: elements.count) { index in
        let result = body(elements[index])
        results.withLock { $0[index] = result }
      }
      continuation.resume(returning: elements.indices.map { index in results.withLock { $0[index]! } })
    }
  }
  return try results.map { try $0.get() }
}
