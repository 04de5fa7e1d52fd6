import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax
import FacetTestSupport
import Foundation
import Testing

/// Thousands of mistakes at once are reported in seconds: what a change of a name or a bad merge leaves behind.
@Suite(.timeLimit(.minutes(20))) struct ManyMistakesTests {
  enum Mistake: String, Codable, CaseIterable {
    case parameterWithoutKey, computedProperty, keyThatNothingBuilds
    case service, genericService, name, container, variable, chain
  }

  /// In a process of its own, whose time is that of the check alone.
  @Test(arguments: Mistake.allCases)
  func `Four times as many mistakes take about four times as long`(_ mistake: Mistake) async {
    await #expect(processExitsWith: .success) { [mistake] in
      endProcess()
      // Again, for a busy machine is slower now and then.
      for _ in 1...3 {
        let few = await time(of: mistake, 500)
        let many = await time(of: mistake, 2_000)
        if many < few * 8 { return }
      }
      Issue.record("The time grows faster than the number of mistakes.")
    }
  }
}

/// Returns the processor time that the check takes, which finds each mistake.
private func time(of mistake: ManyMistakesTests.Mistake, _ count: Int) async -> Int {
  func lines(_ line: (Int) -> String) -> String { (0..<count).map(line).joined(separator: "\n") }
  func resolver(_ body: (Int) -> String) -> [Diagnostic] {
    let text = """
      import FacetStatic
      struct Shop: Resolver {
        enum Key {
          \(lines { "typealias Key\($0) = Int" })
        }
        typealias Output = Key.Key0
        \(lines(body))
      }
      """
    return Generation([SourceFile(path: "Shop.swift", text: text)]).diagnostics
  }
  func container(_ body: (Int) -> String) async -> [Diagnostic] {
    let text = "import Facet\nfunc set(container: Container) {\n\(lines(body))\n}\n"
    return await ContainerCheck([SourceFile(path: "Shop.swift", text: text)]).diagnostics
  }
  let start = clock()
  let found =
    switch mistake {
    case .parameterWithoutKey: resolver { "func key\($0)(a: Key.Absent\($0)) -> Key.Key\($0) { 1 }" }
    case .computedProperty: resolver { "var key\($0): Key.Key\($0) { 1 }" }
    case .keyThatNothingBuilds: resolver { "func key\($0)(a: Key.Key0) {}" }
    case .service:
      await container { "container.register(A\($0).self) { r in A\($0)(r.resolve(B\($0).self)!) }" }
    case .genericService:
      await container { "container.register(A<B\($0)>.self) { r in A(r.resolve(A<C\($0)>.self)!) }" }
    case .name:
      await container {
        "container.register(A.self, name: \"a\($0)\") { r in A(r.resolve(A.self, name: \"b\($0)\")!) }"
      }
    case .container: await container { "let c\($0) = Container()\nc\($0).resolve(A.self)!" }
    case .variable:
      await container { "let name\($0) = \"a\"\ncontainer.resolve(A.self, name: name\($0))!" }
    case .chain:
      await container {
        ($0 == 0 ? "container" : "") + ".register(A\($0).self) { r in A\($0)(r.resolve(B\($0).self)!) }"
      }
    }
  #expect(found.count == count)
  if mistake == .name { #expect(found.last?.notes.map(\.location.line) == [3, 4, 5]) }
  return Int(clock() - start)
}
