import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax
import Testing

/// Small rules of the scanner that much depends on, and that no other test would miss.
@Suite(.timeLimit(.minutes(20))) struct EasilyLostTests {
  @Test func `A carriage return ends a string that is left open`() {
    #expect(
      outline("let a = \"open\rfunc b() {}\rlet c = 1\r") == """
        variable a
        func b
        variable c
        fault at 8: unterminated string literal
        """)
  }

  @Test func `A carriage return ends a line of comment, and what looks like a regular expression`() {
    #expect(
      outline("// note\rfunc a() {}\r/*\r*/ func b() {}\rlet c = x /*\r*/ func d() {}\r") == """
        func a
        func b
        variable c
        func d
        """)
    #expect(
      outline("let a = /x\rfunc b() {}\rlet c = 1/y\r") == """
        variable a
        func b
        variable c
        """)
  }

  @Test func `What follows a block comment of several lines begins a line`() {
    #expect(
      outline("let a = x /*\n*/ func b() {}\nlet c = x /* */ + y\nfunc d() {}") == """
        variable a
        func b
        variable c
        func d
        """)
  }

  private func messages(_ text: String) -> [String] {
    Generation([SourceFile(path: "Shop.swift", text: "import FacetStatic\n" + text)]).diagnostics.flatMap(
      \.lines)
  }

  @Test func `An actor is the same with its module in front`() {
    #expect(
      messages(
        """
        struct Shop: Resolver {
          enum Key { typealias A = Int; typealias B = String }
          typealias Output = Key.B
          @MainActor func a() -> Key.A { 1 }
          @Swift.MainActor func b(a: Key.A) -> Key.B { "" }
        }
        @MainActor struct Bar: Resolver {
          enum Key { typealias A = Int }
          typealias Output = Key.A
          @Swift.MainActor func a() -> Key.A { 1 }
        }
        """) == [])
  }

  @Test func `The configuration functions of an enum are static too`() {
    #expect(
      messages(
        """
        final class Cup {}
        enum Shop: Resolver {
          enum Key { typealias A = Cup }
          typealias Output = Key.A
          static func a() -> Key.A { Cup() }
          func fill(_ cup: Key.A) {}
        }
        """) == [
          "Shop.swift:7:8: error: 'fill' must be static: 'Shop' is an enum without cases, so that nobody has a value of it"
        ])
  }

  @Test func `Files that are read side by side stay in the order of their paths`() async {
    let filler = String(repeating: "func f() { g { h(1, [2, 3].map { $0 + 1 }) } }\n", count: 4_000)
    let files = (0..<200).map { number in
      let path = "Part\(1000 + number).swift"
      let text =
        "import Swinject\nfunc set(_ c: Container) { c.register(Part\(number).self) { _ in Part\(number)() } }\n"
      // The first are read when all others are through.
      return SourceFile(path: path, text: number < 3 ? text + filler : text)
    }
    let names = await ContainerCheck(files.reversed()).graph().nodes.map(\.name)
    #expect(names == (0..<200).map { "Part\($0)" })
  }

  private func findings(_ text: String) async -> [String] {
    await ContainerCheck([SourceFile(path: "App.swift", text: "import Swinject\n" + text)]).diagnostics
      .map(\.message)
  }

  @Test func `A forced call of a generic helper gives what an optional holds`() async {
    #expect(
      await findings(
        """
        let main = Container()
        func find<T>() -> T? { main.resolve(T.self) }
        func start() {
          let tea: Tea? = find()!
          let cup: Cup = find()!
          print(tea, cup)
        }
        """) == [
          "nothing registers 'Tea'; the '!' stops the program here",
          "nothing registers 'Cup'; the '!' stops the program here",
        ])
  }

  @Test func `Where a registration is handed to does not matter for what its factory resolves`() async {
    #expect(
      await findings(
        """
        final class A { init(_ b: B) {} }
        final class B { init(_ a: A) {} }
        func keep(_ entry: @autoclosure () -> Any) { _ = entry() }
        func set(_ container: Container) {
          keep(container.register(A.self) { r in A(r.resolve(B.self)!) })
          keep(container.register(B.self) { r in B(r.resolve(A.self)!) })
        }
        """) == ["'A' needs itself: A → B → A; set one of them in initCompleted, or resolve a Lazy of it"])
  }
  @Test func `A forced resolve without a type asks for what an optional holds`() async {
    #expect(
      await findings(
        "func start(_ container: Container) { let tea: Tea? = container.resolve()!; print(tea) }") == [
          "nothing registers 'Tea'; the '!' stops the program here"
        ])
  }

  @Test func `A helper registers what its closure gives, forced`() async {
    #expect(
      await findings(
        """
        func add<T>(_ container: Container, _ make: @escaping (Resolver) -> T?) {
          container.register { r in make(r)! }
        }
        func start(_ container: Container) {
          add(container) { _ in Tea() }
          print(container.resolve(Tea.self)!, container.resolve(Cup.self)!)
        }
        """) == ["nothing registers 'Cup'; the '!' stops the program here"])
  }

  @Test func `The initializer of a structure has no parameter for a constant with a value`() async {
    #expect(
      await findings(
        """
        import Facet
        struct Shop {
          let tea: Tea
          let size = 3
          let cup: Cup
        }
        func set(_ container: Container) {
          container.register(Shop.self, initializer: Shop.init(tea:cup:))
        }
        """
      ).sorted() == [
        "nothing registers 'Cup', which the parameter 'cup' of the initializer needs",
        "nothing registers 'Tea', which the parameter 'tea' of the initializer needs",
      ])
  }

  @Test func `Two values of different types leave a generic type open, whatever comes behind them`() async {
    #expect(
      await findings(
        """
        class Drink {}
        final class Tea: Drink {}
        func pick<T>(_ container: Container, _ all: T, _ more: T, _ most: T) { print(container.resolve(T.self)!) }
        func start(_ container: Container) { pick(container, Tea(), Drink(), Tea()) }
        """) == [])
  }

  @Test func `Arguments of a closure within a factory are none of the factory`() async {
    #expect(
      await findings(
        """
        func set(_ container: Container) {
          container.register(Tea.self) { Tea($0, [1, 2].reduce(0) { $0 + $1 }) }
          print(container.resolve(Tea.self)!)
        }
        """) == [])
  }

  @Test func `The services of Factory are in the order of their files`() async {
    let files = ["B", "C", "A"].map { name in
      SourceFile(
        path: "\(name).swift",
        text:
          "import Factory\nextension Container { var \(name.lowercased()): Factory<\(name)> { self { \(name)() } } }\n"
      )
    }
    #expect(await ContainerCheck(files).graph().nodes.map(\.name) == ["a: A", "b: B", "c: C"])
  }
}
