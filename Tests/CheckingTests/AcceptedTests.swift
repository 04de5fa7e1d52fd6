import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Theme: Sendable {}
private struct Screen: Sendable { let theme: Theme }
private final class Mother { var child: Child? }
private final class Child {
  weak var mother: Mother?
  init(_ mother: Mother? = nil) { self.mother = mother }
}

/// What is no mistake though the check cannot see that: the message offers the way to say so, and it helps.
@Suite(.timeLimit(.minutes(20))) struct AcceptedTests {
  private let container = Container()

  @Test(arguments: ["require", "resolve"])
  func `a factory that goes on without a service`(way: String) throws {
    container.failureHandler = { _ in }
    container.register(Screen.self) { r in
      Screen(
        theme: way == "resolve" ? r.resolve(Theme.self) ?? Theme() : (try? r.require(Theme.self)) ?? Theme())
    }
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.missing])
    let remedies = problems.first?.description.split(separator: "\n").filter { $0.hasPrefix("  •") }.suffix(2)
    #expect(
      remedies == [
        "  • If it may be missing, say so where it is asked for: resolver.optional(Theme.self)",
        "  • If it may be missing, accept it: verify { $0.allowMissing(Theme.self) }",
      ])
    try container.verify { $0.allowMissing(Theme.self) }.check()
    container.register(Screen.self) { r in Screen(theme: r.optional(Theme.self) ?? Theme()) }
    #expect(container.verify().problems.map(\.kind) == [.duplicate])
  }

  @Test func `to skip what is asked for and missing is no second problem`() {
    container.register(Screen.self) { r in Screen(theme: try r.require()) }
    #expect(container.verify { $0.skip(Theme.self) }.problems.map(\.kind) == [.missing])
  }

  @Test func `what a child registers again is not asked of the parent's`() throws {
    container.register(Screen.self) { r in Screen(theme: try r.require()) }.inObjectScope(.container)
    let child = Container(parent: container)
    child.register(Theme.self) { _ in Theme() }
    let problem = child.verify().problems.first
    #expect(problem?.kind == .missing)
    #expect(
      problem?.description.contains("Register 'Screen' in the child container too") == true)
    child.register(Screen.self) { r in Screen(theme: try r.require()) }.inObjectScope(.container)
    try child.verify().check()
  }

  @Test func `what a factory misses goes to the container's failure handler, but not what is accepted`() {
    let failures = Recorder.failures(of: container)
    container.register(Mother.self) { r in
      if r.resolve(Theme.self) == nil { _ = Container(parent: nil) }
      return Mother()
    }
    let child = Container(parent: container)
    _ = child.verify()
    #expect(failures.all.map { $0.prefix { $0 != "\n" } } == ["No registration matches 'Theme'."])
    _ = child.verify { $0.allowMissing(Theme.self) }
    #expect(failures.all.count == 1)
  }

  @Test func `a second build is accepted`() throws {
    container.register(Mother.self) { _ in Mother() }.inObjectScope(.container)
      .initCompleted { r, mother in mother.child = r.resolve(Child.self) }
    container.register(Child.self) { r in Child(try r.require(Mother.self)) }.inObjectScope(.container)
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.secondBuild])
    #expect(
      problems.first?.description.contains("Accept it: verify { $0.allowSecondBuild(of: Child.self) }")
        == true)
    try container.verify { $0.allowSecondBuild(of: Child.self) }.check()
  }

  @Test func `a service may implement its own type, which changes nothing`() throws {
    let entry = container.register(Theme.self) { _ in Theme() }.implements(Theme.self, AnyObject.self)
    container.forward(Theme.self, to: entry)
    try container.verify().check()
    #expect(container.entries.map(\.isForward) == [false, true])
    #expect(try container.require(AnyObject.self) is Theme)
  }
}
