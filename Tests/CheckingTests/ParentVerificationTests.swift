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
    #expect(
      parent.verify().description == """
        Checked 1 of 1 entry: 1 problem.

        1. No registration matches 'Tea'.

          Needed by:   'Cup'   registered at Shop/Wiring.swift:1
          Near:        'Tea'   registered in a child container at Shop/Wiring.swift:2

        To fix this, do one of:
          • Verify the child container. That checks what it needs of this one.
          • Resolve 'Cup' from the child container, or register 'Tea' in this one.

        Needed by no other service, as far as the factories ran:
          'Cup'   registered at Shop/Wiring.swift:1
        """)
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
    #expect(
      parent.verify { $0.use(Tea()) }.problems.map(\.description) == [
        """
        No registration matches 'Tea'; the verification was given an instance for it.

          Near:   'Tea'   registered in a child container at Shop/Wiring.swift:2

        To fix this, do one of:
          • Verify the child container. That checks what it needs of this one.
          • Register it.
          • Name a registered key in the verification.
        """
      ])
    try child.verify { $0.use(Tea()) }.check()
  }
}
