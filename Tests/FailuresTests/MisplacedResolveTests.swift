import Facet
import FacetTestSupport
import Testing

private final class Log {}
private struct Early: Assembly {
  let errors: Recorder<String>
  func assemble(container: Container) {
    do { _ = try container.require(Log.self) } catch { errors.add("\(error)") }
  }
  func loaded(resolver: any Resolver) { #expect(resolver.optional(Log.self) != nil) }
}
private struct Late: Assembly {
  func assemble(container: Container) { container.register(Log.self) { _ in Log() } }
}
private final class Screen {
  init(_ resolver: Any) {}
}

/// A resolve at a place where it cannot succeed, and a resolver that is asked for as a service.
@Suite(.timeLimit(.minutes(20))) struct MisplacedResolveTests {
  @Test func `an assembly resolves what a later one registers`() {
    let errors = Recorder<String>()
    _ = Assembler([Early(errors: errors), Late()])
    #expect(
      errors.all == [
        """
        No registration matches 'Log'.

          Path:   Log

        To fix this, do one of:
          • Resolve it in a factory, or in loaded(resolver:), after all have registered: an assembly that comes later may register it.
          • Register it: container.register(Log.self) { resolver in … }
        """
      ])
  }

  @Test func `a service asks for the container, or for a resolver`() {
    let container = Container()
    container.autoregister(
      Screen.self, fileID: "App.swift", line: 1, initializer: { (c: Container) in Screen(c) })
    let error = #expect(throws: ResolutionError.self) { try container.require(Screen.self) }
    #expect(
      error?.description == """
        No registration matches 'Container'.

          Path:        Screen → Container
          Needed by:   Screen.init(Container)
          Place:       'Screen'   registered at App.swift:1

        To fix this, do one of:
          • Use the resolver that a factory receives, { resolver in … }, and pass what it gives.
          • To resolve later, take a Provider or a Lazy of what is needed: resolver.require(Provider<Service>.self)
        """)
    #expect(
      container.reason(for: (any Resolver).self).remedies?.first
        == "Use the resolver that a factory receives, { resolver in … }, and pass what it gives.")
    container.register(Container.self) { _ in Container() }
    #expect(throws: Never.self) { try container.require(Screen.self) }
  }
}
