import FacetTestSupport
import Foundation
import Testing

/// Each section of an article names the files that test what it promises, and each of these files is named by a section.
///
/// Below its heading, a section has `<!-- tests: ScopesTests/ResetTests, … -->`, or `<!-- no promise -->`; what stands before the first one is one, too.
@Suite(.timeLimit(.minutes(20))) struct PromiseTests {
  private static let targets = [
    "RegisteringTests", "FailuresTests", "ForwardingTests", "DecoratingTests", "AutowiringTests",
    "InjectedPropertiesTests", "ScopesTests", "LifetimesTests", "ClosingTests", "ThreadsTests",
    "ActorsAndAsyncTests", "MigrationTests", "CheckingTests", "DrawingTests", "TestingTests", "StaticTests",
    "ScannerTests",
  ]

  private static func sections() throws -> [(place: String, text: Substring)] {
    try Page.articles().flatMap { path in
      // The pages of the modules only lead to the articles.
      try Page.text(of: path).contains("\n## Topics")
        ? []
        : Page.text(of: path).split(separator: "\n## ").map {
          ("\(path), \($0.prefix { $0 != "\n" })", $0)
        }
    }
  }

  private static func named() throws -> Set<String> {
    try Set(
      sections().flatMap { _, text in
        text.matches(of: /<!-- tests: (.+?) -->/).flatMap { $0.1.components(separatedBy: ", ") }
      })
  }

  @Test func `each section names its tests`() throws {
    for (place, text) in try Self.sections() {
      #expect(text.contains("\n<!-- tests: ") || text.contains("\n<!-- no promise -->"), "\(place)")
    }
  }

  @Test func `each file of tests belongs to a section`() throws {
    let named = try Self.named()
    let folder = Repository.root.appendingPathComponent("Tests")
    for target in Self.targets {
      for path in try FileManager.default.subpathsOfDirectory(
        atPath: folder.appendingPathComponent(target).path)
      where path.hasSuffix("Tests.swift") && !path.hasPrefix("Applications/") {
        let name = "\(target)/\(path.dropLast(6))"
        let isNamed = named.contains(name)
        #expect(isNamed, "no section names \(name)")
      }
    }
  }

  @Test func `each file that a section names is there`() throws {
    for name in try Self.named() {
      let file = Repository.root.appendingPathComponent("Tests/\(name).swift")
      #expect(FileManager.default.fileExists(atPath: file.path), "Tests/\(name).swift")
    }
  }
}
