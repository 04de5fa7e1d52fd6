import Facet
import FacetInspection
import FacetTestSupport
import Testing

private struct Point {}
private final class Theme: Sendable {}
private final class Screen: Sendable {
  let theme: Theme
  init(_ theme: Theme) { self.theme = theme }
}

/// What may be meant, and may be a mistake: the report says it in a sentence, and does not fail.
@Suite(.timeLimit(.minutes(20))) struct NoteTests {
  private let container = Container()

  private func expectNote(
    _ note: String, in container: Container, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = container.verify { $0.arguments(for: Screen.self, 1) }
    #expect(report.notes == [note], sourceLocation: sourceLocation)
    #expect(report.description.contains("  • " + note), sourceLocation: sourceLocation)
    #expect(
      report.problems.filter { $0.kind != .missing }.isEmpty, "\(report)", sourceLocation: sourceLocation)
  }

  @Test func `a sound container has none`() {
    container.register(Theme.self) { _ in Theme() }.inObjectScope(.weak)
    container.register(Screen.self) { r in Screen(try r.require()) }.inObjectScope(.container).startsEagerly()
    #expect(container.verify().notes == [])
  }

  @Test func `a structure of weak scope`() throws {
    container.register(Point.self) { _ in Point() }.inObjectScope(.weak)
    try expectNote("'Point' has weak scope and is no object: each resolve builds it anew.", in: container)
  }

  @Test func `an eager start of what is not kept`() throws {
    container.register(Theme.self) { _ in Theme() }.startsEagerly()
    try expectNote(
      "'Theme' starts eagerly, and its scope (graph) does not keep it: the start builds it for nobody.",
      in: container)
  }

  @Test func `a kept service that takes arguments`() throws {
    container.register(Screen.self) { (_, _: Int) in Screen(Theme()) }.inObjectScope(.container)
    try expectNote(
      "'Screen' with arguments (Int) is kept (scope: container), so the first arguments count for all who ask later: .perArgument keeps one for each.",
      in: container)
  }

  @Test func `a child's service that a shared one of the parent does not see`() throws {
    container.register(Theme.self) { _ in Theme() }
    container.register(Screen.self) { r in Screen(try r.require()) }.inObjectScope(.container)
    let child = Container(parent: container)
    child.register(Theme.self) { _ in Theme() }
    try expectNote(
      "'Theme' of a child takes the place of its parent's, but not for 'Screen', which is shared in the parent and built there.",
      in: child)
  }

  @Test func `a scope that is made anew at each use`() throws {
    func session() -> ObjectScope {
      ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    }
    container.register(Theme.self) { _ in Theme() }.inObjectScope(session())
    container.register(Screen.self) { _ in Screen(Theme()) }.inObjectScope(session())
    try expectNote(
      "2 scopes are called session: a reset of one does not reach the services of the others. Make a scope once, in a static constant.",
      in: container)
  }
}
