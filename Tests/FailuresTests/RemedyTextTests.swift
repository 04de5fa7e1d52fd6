import Facet
import FacetTestSupport
import Testing

private struct Tea {}
private struct Cup {}
private protocol Drink {}
private protocol Hot {}
private class Bottle {}
private final class Flask: Bottle {}
private struct Burnt: Error, CustomStringConvertible {
  let description = "the kettle is dry\n- fill it\n- heat it"
}

/// What a message proposes compiles, and its lines stand in order.
@Suite(.timeLimit(.minutes(20))) struct RemedyTextTests {
  private let container = Container()

  private func text<Service, each Argument>(
    of serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument
  ) -> String? {
    #expect(throws: ResolutionError.self) {
      try container.require(serviceType, name: name, arguments: repeat each arguments)
    }?.description
  }

  @Test func `what makes an optional is near, for a factory that should unwrap it`() {
    container.register(fileID: "Shop/Wiring.swift", line: 1) { Optional(Tea()) }
    #expect(
      text(of: Tea.self) == """
        No registration matches 'Tea'.

          Path:   Tea
          Near:   'Optional<Tea>'   registered at Shop/Wiring.swift:1

        To fix this, do one of:
          • Unwrap the optional in the factory of a registration above.
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }

  @Test func `a composition is put in parentheses`() {
    #expect(
      text(of: (any Drink & Hot).self) == """
        No registration matches 'Drink & Hot'.

          Path:   Drink & Hot

        To fix this, do one of:
          • Register it: container.register((any Drink & Hot).self) { resolver in … }
        """)
  }

  @Test func `a protocol that a wrapper of a remedy has is written as it must be everywhere`() {
    struct Empty: Error {}
    container.register((any Drink).self) { r -> any Drink in
      _ = try r.require(Cup.self)
      throw Empty()
    }
    container.register(Cup.self) { r in
      _ = try r.require((any Drink).self)
      return Cup()
    }
    #expect(
      text(of: (any Drink).self)?
        .contains("  • Ask for Lazy<any Drink> or Provider<any Drink> in one of the factories.\n") == true)
  }

  @Test func `a name and arguments are left out where nothing near has them`() {
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { _ in Tea() }
    func remedies(_ error: ResolutionError?) -> [Substring]? {
      error?.description.split(separator: "\n").filter { $0.hasPrefix("  •") }.dropLast()
    }
    let named = #expect(throws: ResolutionError.self) { try container.require(Tea.self, name: "green") }
    #expect(remedies(named) == ["  • Leave out the name."])
    let taking = #expect(throws: ResolutionError.self) { try container.require(Tea.self, argument: 1) }
    #expect(remedies(taking) == ["  • Leave out the arguments."])
  }

  @Test func `an argument is passed as what a registration takes`() {
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { (_, _: Bottle) in Tea() }
    container.register(Cup.self, fileID: "Tea.swift", line: 4) { (_, _: Int, _: Bottle) in Cup() }
    #expect(
      text(of: Tea.self, Flask()) == """
        No registration matches 'Tea' with arguments (Flask).

          Path:   Tea
          Near:   'Tea' with arguments (Bottle)   registered at Tea.swift:3

        To fix this, do one of:
          • Pass the argument types of a registration above: argument: … as Bottle
          • Register it: container.register(Tea.self) { (resolver, flask: Flask) in … }
        """)
    #expect(
      text(of: Cup.self, 1, Flask())?
        .contains("  • Pass the argument types of a registration above: arguments: …, … as Bottle\n") == true)
  }

  @Test func `parameters of one kind are numbered`() {
    #expect(
      text(of: Tea.self, 1, Cup(), 2, Int?.none, Cup()) == """
        No registration matches 'Tea' with arguments (Int, Cup, Int, Optional<Int>, Cup).

          Path:   Tea

        To fix this, do one of:
          • Register it: container.register(Tea.self) { (resolver, int: Int, cup: Cup, int2: Int, optional: Optional<Int>, cup2: Cup) in … }
        """)
  }

  @Test func `nested wrappers are told as what they wrap`() {
    container.register(Tea.self, name: "black", fileID: "Tea.swift", line: 3) { _ in Tea() }
    let missingTea = """
      No registration matches 'Tea'.

        Path:   Tea
        Near:   'Tea' named "black"   registered at Tea.swift:3

      To fix this, do one of:
        • Ask for the name of a registration above.
        • Register it: container.register(Tea.self) { resolver in … }
      """
    #expect(text(of: Lazy<Tea>.self) == missingTea)
    #expect(text(of: Provider<Lazy<Tea>>.self) == missingTea)
    #expect(text(of: Lazy<Provider<Lazy<Tea>>>.self) == missingTea)
  }

  @Test func `an underlying error of several lines is indented`() {
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { _ in throw Burnt() }
    #expect(
      text(of: Tea.self) == """
        The factory of 'Tea' failed: the kettle is dry
          - fill it
          - heat it

          Path:    Tea
          Place:   registered at Tea.swift:3

        To fix this, do one of:
          • Fix what the factory reports.
          • Catch the error in the factory.
        """)
  }

  @Test func `so is one with the line ends of Windows`() {
    struct Dry: Error, CustomStringConvertible { var description: String { "the kettle is dry\r\nfill it" } }
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { _ in throw Dry() }
    #expect(
      text(of: Tea.self)?.hasPrefix("The factory of 'Tea' failed: the kettle is dry\r\n  fill it\n") == true)
  }

  @Test func `a parameter is no keyword, and a function type is left to the compiler`() {
    struct In {}
    #expect(
      text(of: ((Int) -> [Int]).self, In()) == """
        No registration matches '(Int) -> Array<Int>' with arguments (In).

          Path:   (Int) -> Array<Int>

        To fix this, do one of:
          • Register it, by a factory that returns it: container.register { (resolver, `in`: In) in … }
        """)
  }
}
