import Facet
import FacetTestSupport
import Testing

private final class Tea {}
private final class Menu {
  init(_ tea: Tea?) {}
}

private let missingTea = """
  No registration matches 'Tea'.

    Path:   Tea

  To fix this, do one of:
    • Register it: container.register(Tea.self) { resolver in … }
  """

/// A `nil` is never silent.
@Suite(.timeLimit(.minutes(20))) struct FailureHandlerTests {
  @Test func `the reason goes to standard error by default`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      guard Container().resolve(Tea.self) == nil else { fatalError() }
    }
    #expect(try errorOutput(result) == missingTea + "\n")
  }

  @Test func `a resolver that is no container tells standard error as well`() async throws {
    final class Empty: Resolver {
      func provide<S, each A>(_: S.Type, name: String?, arguments: repeat each A) throws -> S? { nil }
    }
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      guard Empty().resolve(Tea.self) == nil else { fatalError() }
    }
    #expect(try errorOutput(result) == missingTea + "\n")
  }

  @Test func `a custom handler receives the reason instead`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      let failures = Recorder.failures(of: container)
      guard container.resolve(Tea.self) == nil, failures.all.count == 1 else { fatalError() }
    }
    #expect(try errorOutput(result) == "")
  }

  @Test func `a custom handler is the same after any number of failures`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      var container: Container? = Container()
      container?.failureHandler = { _ in }
      for _ in 0..<200_000 { _ = container?.failureHandler }
      container = nil
    }
  }

  @Test func `a custom handler receives the error as data`() throws {
    let container = Container()
    let errors = Recorder<ResolutionError>()
    container.failureHandler = { errors.add($0) }
    #expect(container.resolve(Tea.self, name: "green", argument: 3) == nil)
    let error = try #require(errors.all.first)
    #expect(errors.all.count == 1)
    #expect(error.code == .notRegistered)
    #expect(error.key.name == "green")
    #expect(ObjectIdentifier(error.key.serviceType) == ObjectIdentifier(Tea.self))
    #expect(error.key.argumentTypes.map { "\($0)" } == ["Int"])
  }

  @Test func `a child has the handler of its parent`() {
    let parent = Container()
    let child = Container(parent: Container(parent: parent))
    let failures = Recorder.failures(of: parent)
    #expect(child.resolve(Tea.self) == nil)
    #expect(failures.all == [missingTea])
  }

  @Test func `a child may have a handler of its own`() {
    let parent = Container()
    let child = Container(parent: parent)
    let (above, below) = (Recorder.failures(of: parent), Recorder.failures(of: child))
    #expect(child.resolve(Tea.self) == nil)
    #expect(above.all.isEmpty)
    #expect(below.all == [missingTea])
    #expect(parent.resolve(Tea.self) == nil)
    #expect(above.all == [missingTea])
  }

  @Test func `the handler can be read and called`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    let handler = container.failureHandler
    container.failureHandler = { handler($0) }
    #expect(container.resolve(Tea.self) == nil)
    #expect(failures.all == [missingTea])
  }

  @Test func `each resolve that gives nil is told once`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    container.register(Menu.self) { r in Menu(r.resolve(Tea.self)) }
    #expect(container.resolve(Menu.self) != nil)
    #expect(failures.all.count == 1)
  }

  @Test func `a factory that throws its dependency's reason makes one failure of the whole`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    container.register(Menu.self) { r in Menu(try r.require(Tea.self)) }
    #expect(container.resolve(Menu.self) == nil)
    #expect(failures.all.count == 1)
  }

  @Test func `a service that is found tells nothing`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    container.register { Tea() }
    #expect(container.resolve(Tea.self) != nil)
    #expect(container.resolve(Lazy<Tea>.self) != nil)
    #expect(container.resolve(Provider<Tea>.self) != nil)
    #expect(failures.all.isEmpty)
  }

  @Test func `the handler may resolve`() {
    let container = Container()
    let resolved = Counter()
    container.register { Menu(nil) }
    container.failureHandler = { [unowned container] _ in
      if container.resolve(Menu.self) != nil { resolved.next() }
    }
    #expect(container.resolve(Tea.self) == nil)
    #expect(resolved.value == 1)
  }
}
