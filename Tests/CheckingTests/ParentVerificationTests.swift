import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// What the verification of a parent says of what only its child has.
@Suite(.timeLimit(.minutes(20))) struct ParentVerificationTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
    child.add(Tea.self, line: 2) { _ in Tea() }
  }

  @Test func `what a child has is missing, and found by verifying the child`() throws {
    parent.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
    try TextGolden.expect(parent.verify().description, isAt: "missing-in-parent-alone.txt")
    try child.verify().check()
  }

  @Test func `what the parent keeps does not find it there either`() {
    parent.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    for container in [parent, child] {
      let problems = container.verify().problems.map(\.description)
      #expect(problems.count == 1)
      #expect(problems.allSatisfy { !$0.contains("Verify the child") })
    }
  }

  @Test func `an instance for what a child has is for the verification of the child`() throws {
    try TextGolden.expect(
      parent.verify { $0.use(Tea()) }.description, isAt: "unused-instance-for-child.txt")
    try child.verify { $0.use(Tea()) }.check()
  }
}
