import Facet
import FacetInspection
import FacetTestSupport
import Testing

/// What a verification says nothing of.
@Suite(.timeLimit(.minutes(20))) struct SoundWiringTests {
  private let container = Container()

  @Test(arguments: Wiring.sound) func `a sound wiring has no problem`(wiring: Wiring) throws {
    let report = wiring.make().verify(wiring.options)
    try report.check()
    #expect(report.unchecked.isEmpty)
  }

  @Test func `elements of lists in wrappers are needed`() {
    for name in ["green", "black"] { container.register(Tea.self, name: name) { _ in Tea() } }
    container.register(Cup.self) { r in Cup(try r.require(Lazy<[Tea]>.self)) }
    #expect(container.verify().unreached.map(\.key.description) == ["'Cup'"])
  }

  // MARK: - What certainly ends before its holder

  private func captures(
    of scope: ObjectScope, _ need: @escaping @Sendable (any Resolver) throws -> Any
  ) -> [String] {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(scope)
    container.register(Price.self) { _ in Price(cents: 3) }.inObjectScope(scope)
    container.register(Cup.self) { r in Cup(try need(r)) }.inObjectScope(.container)
    return container.verify().problems.filter { $0.kind == .capture }.map(\.key.description)
  }

  @Test func `a lazy and a value are held, and a provider asks a session anew`() {
    let found = [
      captures(of: .session) { try $0.require(Lazy<Tea>.self) },
      captures(of: .session) { try $0.require(Price.self) },
      captures(of: .session) { try $0.require(Provider<Tea>.self) },
      // Neither reaches the request from what all requests share.
      captures(of: .scoped) { try ($0.require(Lazy<Tea>.self), $0.require(Provider<Price>.self)) },
    ]
    #expect(found == [["'Tea'"], ["'Price'"], [], ["'Tea'", "'Price'"]])
  }

  @Test func `a lazy in a provider, or around one, asks a session anew as well`() {
    #expect(captures(of: .session) { try $0.require(Lazy<Provider<Tea>>.self) } == [])
    #expect(captures(of: .session) { try $0.require(Provider<Lazy<Tea>>.self) } == [])
    #expect(captures(of: .session) { try $0.require(Lazy<Lazy<Tea>?>.self) } == ["'Tea'"])
  }

  @Test func `a lazy of an initializer is held as well`() {
    final class Later: Sendable { init(_: Lazy<Tea>) {} }
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.session)
    container.autoregister(Later.self, initializer: Later.init).inObjectScope(.container)
    #expect(container.verify().problems.map(\.kind) == [.capture])
  }

  @Test(arguments: [ObjectScope.graph, .transient, .container, .weak])
  func `what does not certainly end before is none`(scope: ObjectScope) {
    #expect(captures(of: scope) { try ($0.require(Tea.self), $0.require(Lazy<Tea>.self)) } == [])
  }

  @Test func `what may be held is said in the verification`() throws {
    #expect(captures(of: .scoped) { try $0.require(Tea.self) } == ["'Tea'"])
    try container.verify { $0.allowCapture(of: Tea.self) }.check()
  }
}
