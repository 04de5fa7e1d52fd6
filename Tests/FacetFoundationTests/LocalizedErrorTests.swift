import Facet
import FacetFoundation
import Foundation
import Testing

private struct Tea {}
private struct Spilt: Error {}

/// What Foundation says of an error of Facet is what the error says.
@Suite(.timeLimit(.minutes(5))) struct LocalizedErrorTests {
  private let container = Container()

  @Test func `a failed resolve`() {
    let failure = #expect(throws: ResolutionError.self) { try container.require(Tea.self) }
    let error: any Error = failure ?? Spilt()
    #expect(
      error.localizedDescription == """
        No registration matches 'Tea'.

          Path:   Tea

        To fix this, do one of:
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }

  @Test func `a failed close`() throws {
    container.register(Tea.self) { Tea() }.inObjectScope(.container).onClose { _ in throw Spilt() }
    _ = try container.require(Tea.self)
    let error = #expect(throws: CloseError.self) { try container.close() }
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }

  @Test func `a failed start`() {
    container.register(Tea.self) { _ in throw Spilt() }.inObjectScope(.container).startsEagerly()
    let error = #expect(throws: StartError.self) { try container.start() }
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }
}
