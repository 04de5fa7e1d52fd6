import Facet
import FacetTestSupport
import Testing

private final class ViewModel: Sendable {
  let number: Int
  let title: String
  init(number: Int, title: String = "") {
    self.number = number
    self.title = title
  }
}
private struct Router: Sendable { let makeModel: Provider<ViewModel, Int> }

/// A provider that takes arguments when it is used.
@Suite(.timeLimit(.minutes(20))) struct ProviderArgumentTests {
  private let container = Container()

  @Test func `a provider is called with any number of arguments, and has a name`() throws {
    container.register(ViewModel.self) { _, number in ViewModel(number: number) }
    container.register(ViewModel.self) { ViewModel(number: 0) }
    container.register(ViewModel.self, name: "page") { _, number, title in
      ViewModel(number: number, title: title)
    }
    let provider = try container.require(Provider<ViewModel, Int>.self)
    #expect(provider(3) !== provider(3))
    let models = [
      provider(3), try provider.require(4), try container.require(Provider<ViewModel>.self)(),
      // One without arguments that was resolved with some uses them.
      try container.require(Provider<ViewModel>.self, argument: 5)(),
    ]
    #expect(models.map(\.number) == [3, 4, 0, 5])
    let page = try container.require(Provider<ViewModel, Int, String>.self, name: "page")
    #expect(page(3, "three").title == "three")
  }

  @Test func `a provider that takes arguments later is not resolved with some`() {
    container.register(ViewModel.self) { _, number in ViewModel(number: number) }
    expectFailure(.notRegistered) { try container.require(Provider<ViewModel, Int>.self, argument: 5) }
    expectFailure(.notRegistered) { try container.require(AsyncProvider<ViewModel, Int>.self, argument: 5) }
  }

  @Test func `an initializer takes a provider with arguments`() throws {
    container.autoregister(ViewModel.self, argument: Int.self, initializer: { ViewModel(number: $0) })
    container.autoregister(Router.self, initializer: Router.init)
    #expect(try container.require(Router.self).makeModel(3).number == 3)
  }

  @Test func `a provider with arguments nests in other wrappers`() throws {
    container.register(ViewModel.self) { _, number in ViewModel(number: number) }
    let models = try [
      container.require(Provider<ViewModel, Int>?.self)?(3),
      container.require(Lazy<Provider<ViewModel, Int>>.self).instance(3),
      container.require(Provider<ViewModel?, Int>.self)(3),
      container.require(Provider<Lazy<ViewModel>, Int>.self)(3).instance,
    ]
    #expect(models.map { $0?.number } == [3, 3, 3, 3])
    #expect(container.optional(Provider<ViewModel, String>.self) == nil)
  }

  @Test func `a provider joins the cycle that runs, with one instance for equal arguments`() throws {
    container.register(ViewModel.self) { _, number in ViewModel(number: number) }
    container.register([ViewModel].self) { r in
      let provider = try r.require(Provider<ViewModel, Int>.self)
      return [provider(1), provider(1), provider(2)]
    }
    let models = try container.require([ViewModel].self)
    #expect(models[0] === models[1])
    #expect(models[1] !== models[2])
  }

  @Test func `a missing service is told with the types of the arguments`() {
    container.register(ViewModel.self) { _, number in ViewModel(number: number) }
    let error = #expect(throws: ResolutionError.self) {
      try container.require(Provider<ViewModel, Int, String>.self)
    }
    #expect(error?.key.description == "'ViewModel' with arguments (Int, String)")
    // Of one that takes arguments at use, those that it is given before are others.
    let early = #expect(throws: ResolutionError.self) {
      try container.require(Provider<ViewModel, Int>.self, argument: "early")
    }
    #expect(early?.key.description == "'ViewModel' with arguments (String)")
  }

  @Test func `a failure at use stops with the reason, or is thrown`() async throws {
    container.register(ViewModel.self) { _, number in ViewModel(number: number) }
    let provider = try container.require(Provider<ViewModel, Int>.self)
    container.removeAll()
    #expect(throws: ResolutionError.self) { try provider.require(3) }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(ViewModel.self) { _, number in ViewModel(number: number) }
      let provider = container.resolve(Provider<ViewModel, Int>.self)!
      container.removeAll()
      _ = provider(3)
    }
    #expect(try stopText(result).hasPrefix("No registration matches 'ViewModel' with arguments (Int).\n"))
  }

  @Test func `many threads use one provider`() throws {
    container.register(ViewModel.self) { _, number in ViewModel(number: number) }
    let provider = try container.require(Provider<ViewModel, Int>.self)
    let runs = (0..<4).map { thread in
      ThreadRun { (0..<500).allSatisfy { provider($0 * 4 + thread).number == $0 * 4 + thread } }
    }
    #expect(runs.allSatisfy { $0.result == true })
  }

  @Test func `a type with a pack is written in messages as in code`() {
    let missing = Recorder.failures(of: container)
    _ = container.resolve(([Provider<Dog, Int, [String]>], Provider<Dog>).self)
    #expect(
      missing.all.first?.split(separator: "\n").first
        == "No registration matches '([Provider<Dog, Int, [String]>], Provider<Dog>)'.")
  }
  @Test func `two arguments, one tuple, one Void and none are four providers`() throws {
    container.register(ViewModel.self) { _, number, title in ViewModel(number: number, title: title) }
    container.register(ViewModel.self) { (_, both: (Int, String)) in
      ViewModel(number: both.0, title: "tuple")
    }
    container.register(ViewModel.self) { (_, _: Void) in ViewModel(number: 5, title: "Void") }
    container.register(ViewModel.self) { _ in ViewModel(number: 6, title: "none") }
    #expect(try container.require(Provider<ViewModel, Int, String>.self)(3, "two").title == "two")
    #expect(try container.require(Provider<ViewModel, (Int, String)>.self)((4, "both")).title == "tuple")
    #expect(try container.require(Provider<ViewModel, Void>.self)(()).title == "Void")
    #expect(try container.require(Provider<ViewModel>.self)().title == "none")
  }

  @Test func `an argument is converted to the type that the provider names`() throws {
    container.register(ViewModel.self) { (_, number: Int?, title: any CustomStringConvertible) in
      ViewModel(number: number ?? 0, title: title.description)
    }
    let provider = try container.require(Provider<ViewModel, Int?, any CustomStringConvertible>.self)
    #expect(provider(3, 4.5).title == "4.5")
    #expect(provider(nil, true).number == 0)
  }

  @Test func `providers are written in messages as in code`() {
    let missing = Recorder.failures(of: container)
    _ = container.resolve(Provider<Dog, (Int, Bool)>.self)
    _ = container.resolve([AsyncProvider<Dog, Void, Int?>].self)
    _ = container.resolve([String: Provider<Lazy<Dog>>?].self)
    #expect(
      missing.all.map { $0.split(separator: "\n")[0] } == [
        "No registration matches 'Dog' with arguments ((Int, Bool)).",
        "No registration matches '[AsyncProvider<Dog, (), Int?>]'.",
        "No registration matches '[String: Provider<Lazy<Dog>>?]'.",
      ])
  }

  @Test func `a closure that captures the resolver keeps the container for ever, as is documented`() async {
    final class ClosureRouter: Sendable {
      let makeModel: @Sendable (Int) -> ViewModel
      init(makeModel: @escaping @Sendable (Int) -> ViewModel) { self.makeModel = makeModel }
    }
    weak var seen: Container?
    do {
      let container = Container()
      seen = container
      container.register(ViewModel.self) { _, number in ViewModel(number: number) }
      container.register(ClosureRouter.self) { r in
        ClosureRouter { id in r.resolve(ViewModel.self, argument: id)! }
      }.inObjectScope(.container)
      #expect(container.resolve(ClosureRouter.self)?.makeModel(3).number == 3)
    }
    #expect(seen != nil)
    seen?.removeAll()
    #expect(await isReleased { seen })
  }
}
