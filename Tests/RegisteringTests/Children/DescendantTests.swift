import Facet
import Testing

/// A failure tells what children, and their children, have registered.
@Suite(.timeLimit(.minutes(20))) struct DescendantTests {
  private final class Key: Sendable {}

  @Test(arguments: 1...4) func `a descendant's registration is near`(depth: Int) throws {
    let top = Container()
    var line = [top]
    for _ in 0..<depth { line.append(Container(parent: line.last)) }
    line.last?.register(Key.self, fileID: "Shop/Scene.swift", line: 3) { _ in Key() }
    let error = #expect(throws: ResolutionError.self) { try top.require(Key.self) }
    #expect(try #require(error).description.contains("registered in a child container at Shop/Scene.swift:3"))
    withExtendedLifetime(line) {}
  }
}
