import Facet
import Testing

@globalActor private actor Archive { static let shared = Archive() }

@MainActor private class Screen {
  var isReady = false
  init() {}
  init(_ resolver: Resolver) {}
}

@MainActor private class Frame {
  init() {}
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
    return runElsewhere {
      do { _ = try container.require(type) } catch { return (error as? ResolutionError)?.code }
      return nil
    }
  }

  enum Part: CaseIterable { case factory, plainFactory, function, initializer }

  @Test(arguments: Part.allCases) func `a factory, a function or an initializer`(part: Part) async throws {
    switch part {
    case .factory: container.register(Screen.self) { @MainActor _ in Screen() }
    case .plainFactory: container.register { @MainActor in Screen() }
    case .function: container.register(Screen.self, factory: Screen.init(_:))
    case .initializer:
      let make: @MainActor () -> Screen = Screen.init
      container.autoregister(Screen.self, initializer: make)
    }
    #expect(failure(of: Screen.self) == .wrongActor)
    _ = try await container.requireAsync(Screen.self)
  }

  @Test(arguments: [false, true]) func `a completion or a decorator`(isDecorator: Bool) {
    let entry = container.register(Page.self) { _ in Page() }
    if isDecorator {
      container.decorate(Page.self) { @MainActor _, page in
        page.text = "\(Screen())"
        return page
      }
    } else {
      entry.initCompleted { @MainActor _, page in page.text = "\(Screen())" }
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

  // MARK: - In code of the main actor

  @MainActor @Test func `the actor of the code around, if a factory names it`() {
    container.register(Screen.self) { @MainActor _ in Screen() }
    var codes = [failure(of: Screen.self)]
    container.register { @MainActor in Screen() }
    codes.append(failure(of: Screen.self))
    container.register { @MainActor _, n in "\(n + 1) \(Screen())" }
    container.autoregister(Page.self, initializer: { @MainActor in Page() })
    codes.append(failure(of: Page.self))
    #expect(codes.allSatisfy { $0 == .wrongActor })
  }

  @MainActor @Test(arguments: ["initCompleted", "resolveProperties", "decorate", "decorateAll"])
  func `or a completion or a decorator`(part: String) {
    let entry = container.register(Page.self) { _ in Page() }
    #expect(failure(of: Page.self) == nil)
    switch part {
    case "initCompleted": entry.initCompleted { @MainActor _, page in page.text = "\(Screen())" }
    case "resolveProperties": entry.resolveProperties { @MainActor _, page in page.text = "\(Screen())" }
    case "decorate": container.decorate(Page.self) { @MainActor _, page in page }
    default: container.decorateAll(Page.self) { @MainActor _, page in page }
    }
    #expect(failure(of: Page.self) == .wrongActor)
  }

  @MainActor @Test(arguments: [true, false]) func `or an action of the end`(isNamed: Bool) {
    let entry = container.register(Page.self) { _ in Page() }.inObjectScope(.container)
    if isNamed {
      entry.onClose { @MainActor page in page.text = "\(Screen())" }
    } else {
      entry.onClose { page in page.text = "\(Screen())" }
    }
    _ = container.resolve(Page.self)
    let container = self.container
    #expect((runElsewhere { try? container.close() } != nil) == !isNamed)
  }

  @MainActor @Test func `but not a closure without a name, nor a function`() {
    container.register(Screen.self) { _ in Screen() }
    var codes = [failure(of: Screen.self)]
    container.register { Screen() }.initCompleted { _, screen in screen.isReady = true }
    codes.append(failure(of: Screen.self))
    container.register(Screen.self, factory: Screen.init(_:))
    codes.append(failure(of: Screen.self))
    container.autoregister(Frame.self, initializer: Frame.init)
    container.decorate(Frame.self) { _, frame in frame }
    codes.append(failure(of: Frame.self))
    #expect(codes.allSatisfy { $0 == nil })
  }
}
