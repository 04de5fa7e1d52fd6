import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Log: Sendable {}
private struct Screen {
  @Injected(name: "main") var log: Log
}
private struct Counter {
  @Injected(argument: 3) var count: Int
  @Injected var log: Log?
  init() { if log != nil { count += 1 } }
}
private final class Mother {
  @Injected var child: Child
}
private final class Child {
  @Injected var mother: Mother
}
private final class Holder {
  @WeakLazyInjected var log: Log?
}
private final class Reader {
  @Injected var log: Log
  let name: String
  init() { name = "\(_log.wrappedValue)" }
}

/// Injected properties of the objects that a verification makes are needs like all others.
@Suite(.timeLimit(.minutes(20))) struct InjectedNeedsTests {
  private let container = Container()

  private func problems(_ options: (inout VerificationOptions) -> Void = { _ in }) -> [String] {
    container.verify(options).problems.map(\.description)
  }

  @Test func `one that is missing is a problem, and the factory goes on`() {
    container.register(Screen.self, fileID: "App.swift", line: 1) { r in
      let screen = Screen()
      _ = try r.require(Counter.self)
      return screen
    }
    #expect(
      problems() == [
        """
        No registration matches 'Log' named "main".

          Needed by:   'Screen'   registered at App.swift:1

        To fix this, do one of:
          • Register it: container.register(Log.self, name: "main") { resolver in … }
          • If child containers register it, verify one of these instead.
          • If it may be missing, write @OptionalInjected at the property, and give it an optional type.
        """,
        """
        No registration matches 'Counter'.

          Needed by:   'Screen'   registered at App.swift:1

        To fix this, do one of:
          • Register it: container.register(Counter.self) { resolver in … }
          • If child containers register it, verify one of these instead.
          • If it may be missing, say so where it is asked for: resolver.optional(Counter.self)
          • If it may be missing, accept it: verify { $0.allowMissing(Counter.self) }
        """,
      ])
    container.register(Log.self, name: "main") { _ in Log() }
    container.register(Int.self) { (_, start: Int) in start }
    container.register(Counter.self) { Counter() }
    container.failureHandler = { _ in }
    #expect(problems { $0.allowMissing(Log.self) } == [])
  }

  @Test func `a ring of properties names the property, and its remedy helps`() throws {
    container.register(Mother.self, fileID: "App.swift", line: 1) { Mother() }
    container.register(Child.self, fileID: "App.swift", line: 2) { Child() }
    #expect(
      problems() == [
        """
        'Mother' needs itself to be built.

          Path:     Mother → Child → Mother
          Places:   'Mother'   registered at App.swift:1
                    'Child'    registered at App.swift:2

        To fix this, do one of:
          • Write @LazyInjected at the property of 'Child' with 'Mother': it is resolved at its first use, when all are built.
        """
      ])
    final class Lazily { @LazyInjected var mother: Mother }
    container.register(Child.self) { _ in
      _ = Lazily()
      return try Container().require(Child.self)
    }
    #expect(!problems().contains { $0.contains("needs itself") })
  }

  @Test func `one that holds weakly holds nothing that has ended`() throws {
    let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    container.register(Log.self) { _ in Log() }.inObjectScope(session)
    container.register(Holder.self) { Holder() }.inObjectScope(.container)
    try container.verify().check()
    container.register(Screen.self) { _ in
      final class Keeper { @LazyInjected var log: Log }
      _ = Keeper()
      return Screen()
    }.inObjectScope(.container)
    container.register(Log.self, name: "main") { _ in Log() }
    #expect(container.verify().problems.map(\.kind) == [.capture])
  }

  @Test func `what must be awaited asks for another form, in place of the property`() async {
    container.register(Log.self) { _ async in Log() }.inObjectScope(.container)
    container.register(Holder.self) { Holder() }
    let problems = await container.verifyAsync().problems
    #expect(problems.map(\.kind) == [.needsAwait])
    #expect(
      problems.first?.description.contains(
        "Give 'Holder' its asynchronous form in place of the property, by its factory: resolver.require(AsyncLazy<Log>.self)"
      ) == true)
  }

  @Test func `an asynchronous factory's object is seen, too`() async {
    container.register(Reader.self) { _ async in
      await Task.yield()
      _ = Screen()
      return Reader()
    }
    container.register(Log.self) { Log() }
    let problems = await container.verifyAsync().problems
    #expect(problems.map { "\($0.kind) \($0.key)" } == ["missing 'Log' named \"main\""])
    #expect(problems.first?.entries.map(\.key.description) == ["'Reader'"])
  }

  @Test func `a property that is read although it is empty stops with the way out`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Reader.self) { Reader() }
      _ = container.verify()
    }
    #expect(
      try stopText(result) == """
        Precondition failed: A verification runs code that reads an injected property, for which no 'Log' can be resolved

        To fix this, register the service, or give an instance of what reads it: verify { $0.use(…) }
        """)
  }
}
