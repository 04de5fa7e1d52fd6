import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// Actions for the end of a container, where it does not keep the service.
@Suite(.timeLimit(.minutes(20))) struct CloseActionTests {
  private let container = Container()

  @Test(arguments: [ObjectScope.transient, .graph, .weak])
  func `an action for what the container does not keep is a problem`(scope: ObjectScope) {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(scope).onClose { _ in }
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.unusedCloseAction])
    #expect(
      problems.first?.description == """
        The onClose of 'Tea' never runs: the container does not keep it.

          Place:   registered at Shop/Wiring.swift:1
          Scope:   \(scope)

        To fix this, do one of:
          • Let the container keep it: .inObjectScope(.container)
          • Remove the onClose.
        """)
  }

  @Test func `an action for what it keeps is none`() throws {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container).onClose { _ in }
    container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
      .inObjectScope(ObjectScope(storageFactory: PermanentStorage.init)).onClose { _ in }
    try container.verify().check()
  }
}
