import Facet
import FacetTestSupport
import Testing

private let missingTea = """
  No registration matches 'Tea'.

    Path:   Tea

  To fix this, do one of:
    • Register it: container.register(Tea.self) { resolver in … }

  """

/// A `nil` is never silent.
@Suite(.timeLimit(.minutes(20))) struct FailureHandlerTests {
  private let container = Container()

  @Test
  func
    `the reason goes to standard error, of a resolver that is no container as well, unless there is a handler`()
    async throws
  {
    final class Empty: Resolver {
      func provide<S, each A>(_: S.Type, name: String?, arguments: repeat each A) throws -> S? { nil }
    }
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      #expect(container.resolve(Tea.self) == nil)
      #expect(Empty().resolve(Tea.self) == nil)
      let failures = Recorder.failures(of: container)
      #expect(container.resolve(Menu.self) == nil)
      #expect(failures.all.count == 1)
    }
    #expect(try errorOutput(result) == missingTea + missingTea)
  }

  @Test func `a child has the handler of its parent, or one of its own`() {
    let child = Container(parent: Container(parent: container))
    let above = Recorder.failures(of: container)
    #expect(child.resolve(Tea.self) == nil)
    let below = Recorder.failures(of: child)
    #expect(child.resolve(Tea.self) == nil)
    #expect((above.all.count, below.all.count) == (1, 1))
    #expect(container.resolve(Tea.self) == nil)
    #expect((above.all.count, below.all.count) == (2, 1))
  }

  @Test
  func `each resolve that gives nil is told once, what a factory throws is one failure, and success none`() {
    let failures = Recorder.failures(of: container)
    let handler = container.failureHandler
    container.failureHandler = { handler($0) }
    container.register { Cup() }
    #expect(container.resolve(Cup.self) != nil && container.resolve(Lazy<Cup>.self) != nil)
    #expect(failures.all.isEmpty)
    container.register(Menu.self) { r in
      _ = r.resolve(Tea.self)
      return Menu()
    }
    #expect(container.resolve(Menu.self) != nil && failures.all.count == 1)
    container.register(Menu.self) { r in
      _ = try r.require(Tea.self)
      return Menu()
    }
    #expect(container.resolve(Menu.self) == nil && failures.all.count == 2)
  }

  // MARK: - Handlers that resolve

  @Test func `a handler may resolve, and its own failures go to standard error`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let (container, calls, found) = (Container(), Counter(), Counter())
      container.register { Cup() }
      container.failureHandler = { [unowned container] _ in
        calls.next()
        if container.resolve(Cup.self) != nil { found.next() }
        _ = try? container.require(Bottle.self)
        #expect(container.resolve(Tea.self) == nil)
      }
      for number in 1...2 {
        #expect(container.resolve(Menu.self) == nil)
        #expect((calls.value, found.value) == (number, number))
      }
    }
    #expect(try errorOutput(result) == missingTea + missingTea)
  }

  @Test func `handlers of two containers do not call one another for ever`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let (first, second, calls) = (Container(), Container(), Counter())
      first.failureHandler = { [unowned second] _ in
        calls.next()
        _ = second.resolve(Tea.self)
      }
      second.failureHandler = { [unowned first] _ in
        calls.next()
        _ = first.resolve(Tea.self)
      }
      #expect(first.resolve(Menu.self) == nil)
      #expect(calls.value == 1)
    }
    #expect(try errorOutput(result) == missingTea)
  }
}
