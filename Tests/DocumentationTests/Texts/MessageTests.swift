import Facet
import FacetTestSupport
import Testing

private struct Animal {}
private struct Clock {}
private struct Clinic {}
private struct PetOwner {
  init(_: Animal, _: Clock) {}
}

/// The messages in the articles are those that the container prints.
///
/// ``BlockTests`` compares those that stand right behind the code which prints them. Each of the others has a test here.
@Suite(.timeLimit(.minutes(20))) struct MessageTests {
  private let articles = "Sources/Facet/Facet.docc/Articles"

  @Test func `which messages stand apart from their code`() throws {
    let outputs = try Page.all().flatMap(\.blocks).compactMap { $0.output?.joined(separator: "\n") }
    let apart = try Page.articles().filter { path in
      try messages(in: path).contains { !outputs.contains($0) }
    }
    #expect(apart == ["Autowiring", "Failures", "RegisteringAndResolving"].map { "\(articles)/\($0).md" })
  }

  @Test func `a missing service`() throws {
    struct Tea {}
    struct Menu {}
    struct Shop {}
    let container = Container()
    container.register(Shop.self, fileID: "Shop/ShopAssembly.swift", line: 4) { r in
      _ = try r.require(Menu.self)
      return Shop()
    }
    container.register(Menu.self, fileID: "Shop/ShopAssembly.swift", line: 8) { r in
      _ = try r.require(Tea.self, name: "green", argument: 3)
      return Menu()
    }
    let teas = "Shop/TeaAssembly.swift"
    container.register(Tea.self, name: "green", fileID: teas, line: 9) { (_, _: Double) in Tea() }
    container.register(Tea.self, name: "black", fileID: teas, line: 12) { (_, _: Int) in Tea() }
    let error = #expect(throws: ResolutionError.self) { try container.require(Shop.self) }
    #expect(try messages(in: "\(articles)/Failures.md") == [error?.description])
  }

  @Test func `a missing parameter of an initializer`() throws {
    let container = Container()
    container.register(Clinic.self, fileID: "Clinic/Wiring.swift", line: 4) { r in
      _ = try r.require(PetOwner.self)
      return Clinic()
    }
    container.autoregister(
      PetOwner.self, fileID: "Clinic/Wiring.swift", line: 7, initializer: PetOwner.init)
    container.register(Animal.self) { _ in Animal() }
    let error = #expect(throws: ResolutionError.self) { try container.require(Clinic.self) }
    #expect(try messages(in: "\(articles)/Autowiring.md") == [error?.description])
  }

  @Test func `an impossible forward`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      class Dog {}
      final class Cat {}
      endProcess()
      let container = Container()
      container.register(Dog.self, fileID: "Zoo/Assembly.swift", line: 12) { _ in Dog() }
        .implements(Cat.self, fileID: "Zoo/Assembly.swift", line: 13)
      _ = container.resolve(Cat.self)
    }
    #expect(
      try messages(in: "\(articles)/RegisteringAndResolving.md") == ["Fatal error: \(stopText(result))"])
  }

  /// The blocks without a language, or of text, that begin as an error of the container does.
  private func messages(in path: String) throws -> [String] {
    try Page.text(of: path).matches(
      of: /(?m)^```(?:text)?\n((?:No registration|Fatal error:|'[^\n]+' )(?:.|\n)*?)\n```$/
    )
    .map { String($0.1) }
  }
}
