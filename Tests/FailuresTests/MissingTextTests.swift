import Facet
import Testing

private struct Shop {}

/// The whole text when nothing is registered for a key: the key, the path, what is near, and what to do.
@Suite(.timeLimit(.minutes(20))) struct MissingTextTests {
  private let container = Container()

  @Test func `a missing key with a name and arguments, and nothing near`() {
    #expect(
      container.reason(for: Tea.self, name: "green", 3, "cup", [1.5])?.description == """
        No registration matches 'Tea' named "green" with arguments (Int, String, [Double]).

          Path:   Tea "green"

        To fix this, do one of:
          • Register it: container.register(Tea.self, name: "green") { (resolver, int: Int, string: String, array: [Double]) in … }
        """)
  }

  @Test func `a name is one line, whatever is in it`() {
    #expect(
      container.reason(for: Tea.self, name: "two\n\"lines\"\u{1b}[31m")?.description == #"""
        No registration matches 'Tea' named "two\n\"lines\"\u{1B}[31m".

          Path:   Tea "two\n\"lines\"\u{1B}[31m"

        To fix this, do one of:
          • Register it: container.register(Tea.self, name: "two\n\"lines\"\u{1B}[31m") { resolver in … }
        """#)
  }

  @Test func `a missing dependency shows the path from the root`() {
    container.register(Shop.self, fileID: "Shop.swift", line: 1) { r in
      _ = try r.require(Menu.self)
      return Shop()
    }
    container.register(Menu.self, fileID: "Shop.swift", line: 2) { r in
      _ = try r.require(Tea.self)
      return Menu()
    }
    #expect(
      container.reason(for: Shop.self)?.description == """
        No registration matches 'Tea'.

          Path:     Shop → Menu → Tea
          Places:   'Shop'   registered at Shop.swift:1
                    'Menu'   registered at Shop.swift:2

        To fix this, do one of:
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }

  @Test func `what is near in the container, its parent and its children is listed in this order`() {
    let parent = Container()
    let container = Container(parent: parent)
    let children = (1...3).map { _ in Container(parent: container) }
    func register(in container: Container, name: String, _ file: String) -> ServiceEntry<Tea> {
      container.register(Tea.self, name: name, fileID: file, line: 1) { (_, _: Int) in Tea() }
    }
    for (number, child) in children.enumerated() {
      _ = register(in: child, name: "green", "Child\(number).swift")
    }
    _ = register(in: parent, name: "white", "Parent.swift")
    container.register(Tea.self, name: "green", fileID: "Own.swift", line: 1) { (_, _: Double) in Tea() }
    let forward = container.register(Bottle.self, fileID: "Own.swift", line: 2) { (_, _: Int) in Flask() }
    container.forward(Tea.self, name: "flask", to: forward, fileID: "Own.swift", line: 3)
    #expect(
      container.reason(for: Tea.self, name: "green", 3)?.description == """
        No registration matches 'Tea' named "green" with arguments (Int).

          Path:   Tea "green"
          Near:   'Tea' named "green" with arguments (Double)   registered at Own.swift:1
                  'Tea' named "flask" with arguments (Int)      forwarded to 'Bottle' with arguments (Int) at Own.swift:3
                  'Tea' named "white" with arguments (Int)      registered at Parent.swift:1
                  'Tea' named "green" with arguments (Int)      registered in a child container at Child0.swift:1
                  'Tea' named "green" with arguments (Int)      registered in a child container at Child1.swift:1
                  'Tea' named "green" with arguments (Int)      registered in a child container at Child2.swift:1

        To fix this, do one of:
          • Pass the argument types of a registration above.
          • Ask for the name of a registration above.
          • Resolve it from the child container, or register it in this one.
        """)
    withExtendedLifetime(children) {}
  }

  @Test func `what a factory or a completion throws is indented below the reason, also with two line ends`() {
    struct Burnt: Error, CustomStringConvertible {
      var description = "the kettle is dry\n- fill it\n- heat it"
    }
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { _ in throw Burnt() }
    container.register(Menu.self, fileID: "Tea.swift", line: 4) { r in
      _ = try r.require(Tea.self)
      return Menu()
    }
    #expect(
      container.reason(for: Menu.self)?.description == """
        The factory of 'Tea' failed: the kettle is dry
          - fill it
          - heat it

          Path:     Menu → Tea
          Places:   'Menu'   registered at Tea.swift:4
                    'Tea'    registered at Tea.swift:3

        To fix this, do one of:
          • Fix what the factory reports.
          • Catch the error in the factory.
        """)
    container.register(Tea.self, fileID: "Tea.swift", line: 5) { _ in Tea() }
      .initCompleted { _, _ in throw Burnt(description: "the kettle is dry\r\nfill it") }
    #expect(
      container.reason(for: Tea.self)?.description == """
        The initCompleted of 'Tea' failed: the kettle is dry\r\n  fill it

          Path:    Tea
          Place:   registered at Tea.swift:5

        To fix this, do one of:
          • Fix what the initCompleted reports.
          • Catch the error in the initCompleted.
        """)
  }
}
