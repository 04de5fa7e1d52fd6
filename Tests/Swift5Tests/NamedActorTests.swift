import Facet
import Foundation
import Testing

@globalActor private actor Archive { static let shared = Archive() }

@MainActor private class Screen {
  var isReady = false
  init() {}
  init(_ resolver: Resolver) {}
}

private class Page {
  var text = ""
}

/// A closure of Swift 5 code that names an actor, or a function that has one, runs there: elsewhere the resolve fails, with the reason.
@Suite(.timeLimit(.minutes(20))) struct NamedActorTests {
  let container = Container()

  /// What a resolve on another thread fails with; `nil` if it does not.
  private func failure<Service>(of type: Service.Type) -> ResolutionError.Code? {
    let container = self.container
    let done = DispatchSemaphore(value: 0)
    let log = Log()
    Thread.detachNewThread {
      do { _ = try container.require(type) } catch { log.code = (error as? ResolutionError)?.code }
      done.signal()
    }
    done.wait()
    return log.code
  }
  private class Log: @unchecked Sendable { var code: ResolutionError.Code? }

  @Test func `a factory`() async throws {
    container.register(Screen.self) { @MainActor _ in Screen() }
    #expect(failure(of: Screen.self) == .wrongActor)
    _ = try await container.requireAsync(Screen.self)
  }

  @Test func `a factory without parameters`() {
    container.register { @MainActor in Screen() }
    #expect(failure(of: Screen.self) == .wrongActor)
  }

  @Test func `a function`() {
    container.register(Screen.self, factory: Screen.init(_:))
    #expect(failure(of: Screen.self) == .wrongActor)
  }

  @Test func `an initializer`() {
    let make: @MainActor () -> Screen = Screen.init
    container.autoregister(Screen.self, initializer: make)
    #expect(failure(of: Screen.self) == .wrongActor)
  }

  @Test func `a completion`() {
    container.register(Page.self) { _ in Page() }.initCompleted { @MainActor _, page in
      page.text = "\(Screen())"
    }
    #expect(failure(of: Page.self) == .wrongActor)
  }

  @Test func `a decorator`() {
    container.register(Page.self) { _ in Page() }
    container.decorate(Page.self) { @MainActor _, page in
      page.text = "\(Screen())"
      return page
    }
    #expect(failure(of: Page.self) == .wrongActor)
  }

  @Test func `an action of the end`() throws {
    container.register(Page.self) { _ in Page() }.inObjectScope(.container)
      .onClose { @MainActor page in page.text = "\(Screen())" }
    _ = container.resolve(Page.self)
    #expect(throws: CloseError.self) { try container.close() }
  }

  @MainActor @Test func `another actor than that of the code around`() {
    container.register(Page.self) { @Archive _ in Page() }
    #expect(container.resolve(Page.self) == nil)
  }

  @MainActor @Test func `but not the actor of the code around`() {
    container.register(Screen.self) { _ in Screen() }
    #expect(failure(of: Screen.self) == nil)
  }
}
