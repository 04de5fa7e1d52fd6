import Facet
import Testing

private struct Tea {}
private struct Menu {}
private struct Shop {}
private protocol Drink {}
extension Tea: Drink {}
private class Water {}
private final class Soda: Water {}

/// The whole text when nothing is registered for a key: the key, the path, what is near, and what to do.
@Suite(.timeLimit(.minutes(20))) struct MissingTextTests {
  private let container = Container()

  private func text<Service, each Argument>(
    of serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument
  ) -> String? {
    #expect(throws: ResolutionError.self) {
      try container.require(serviceType, name: name, arguments: repeat each arguments)
    }?.description
  }

  @Test func `a missing key`() {
    #expect(
      text(of: Tea.self) == """
        No registration matches 'Tea'.

          Path:   Tea

        To fix this, do one of:
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }

  @Test func `a missing key with a name and arguments`() {
    #expect(
      text(of: Tea.self, name: "green", 3, "cup", [1.5]) == """
        No registration matches 'Tea' named "green" with arguments (Int, String, Array<Double>).

          Path:   Tea "green"

        To fix this, do one of:
          • Register it: container.register(Tea.self, name: "green") { (resolver, int: Int, string: String, array: Array<Double>) in … }
        """)
  }

  @Test func `a name is one line, whatever is in it`() {
    #expect(
      text(of: Tea.self, name: "two\n\"lines\"\u{1b}[31m") == #"""
        No registration matches 'Tea' named "two\n\"lines\"\u{1B}[31m".

          Path:   Tea "two\n\"lines\"\u{1B}[31m"

        To fix this, do one of:
          • Register it: container.register(Tea.self, name: "two\n\"lines\"\u{1B}[31m") { resolver in … }
        """#)
  }

  @Test func `a subclass is near`() {
    container.register(Soda.self, name: "cold", fileID: "Tea.swift", line: 3) { _ in Soda() }
    container.register(Menu.self) { _ in Menu() }
    #expect(
      text(of: Water.self) == """
        No registration matches 'Water'.

          Path:   Water
          Near:   'Soda' named "cold"   registered at Tea.swift:3

        To fix this, do one of:
          • Forward a registration above: .implements(Water.self)
          • Register it: container.register(Water.self) { resolver in … }
        """)
  }

  @Test func `a superclass is not near, nor a type that conforms`() {
    container.register(Water.self) { _ in Water() }
    #expect(
      #expect(throws: ResolutionError.self) { try container.require(Soda.self) }?.nearMisses.isEmpty == true)
    container.register(Tea.self) { _ in Tea() }
    #expect(
      #expect(throws: ResolutionError.self) { try container.require((any Drink).self) }?.nearMisses.isEmpty
        == true)
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
      text(of: Shop.self) == """
        No registration matches 'Tea'.

          Path:     Shop → Menu → Tea
          Places:   'Shop'   registered at Shop.swift:1
                    'Menu'   registered at Shop.swift:2

        To fix this, do one of:
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }

  @Test func `a wrong name`() {
    container.register(Tea.self, name: "black", fileID: "Shop/TeaAssembly.swift", line: 12) { _ in Tea() }
    container.register(Tea.self, fileID: "Shop/TeaAssembly.swift", line: 9) { _ in Tea() }
    #expect(
      text(of: Tea.self, name: "green") == """
        No registration matches 'Tea' named "green".

          Path:   Tea "green"
          Near:   'Tea' named "black"   registered at Shop/TeaAssembly.swift:12
                  'Tea'                 registered at Shop/TeaAssembly.swift:9

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register(Tea.self, name: "green") { resolver in … }
        """)
  }

  @Test func `a wrong argument type`() {
    container.register(Tea.self, name: "green", fileID: "Shop/TeaAssembly.swift", line: 9) { (_, _: Double) in
      Tea()
    }
    #expect(
      text(of: Tea.self, name: "green", 3) == """
        No registration matches 'Tea' named "green" with arguments (Int).

          Path:   Tea "green"
          Near:   'Tea' named "green" with arguments (Double)   registered at Shop/TeaAssembly.swift:9

        To fix this, do one of:
          • Pass the argument types of a registration above.
          • Register it: container.register(Tea.self, name: "green") { (resolver, int: Int) in … }
        """)
  }

  @Test func `an Int for an optional Int`() {
    container.register(Tea.self, fileID: "Shop/TeaAssembly.swift", line: 9) { (_, _: Int?) in Tea() }
    #expect(
      text(of: Tea.self, 3) == """
        No registration matches 'Tea' with arguments (Int).

          Path:   Tea
          Near:   'Tea' with arguments (Optional<Int>)   registered at Shop/TeaAssembly.swift:9

        To fix this, do one of:
          • If the type of a parameter above was inferred as an optional, write it there: { (resolver, int: Int) in … }
          • Pass the argument types of a registration above: argument: … as Optional<Int>
          • Register it: container.register(Tea.self) { (resolver, int: Int) in … }
        """)
  }

  @Test func `registrations that differ in more than one part are left out where others differ in less`() {
    container.register(Tea.self, name: "black", fileID: "Tea.swift", line: 1) { (_, _: Double) in Tea() }
    container.register(Tea.self, name: "black", fileID: "Tea.swift", line: 2) { (_, _: Int) in Tea() }
    container.register(Tea.self, name: "green", fileID: "Tea.swift", line: 3) { (_, _: Double) in Tea() }
    #expect(
      text(of: Tea.self, name: "green", 3) == """
        No registration matches 'Tea' named "green" with arguments (Int).

          Path:   Tea "green"
          Near:   'Tea' named "green" with arguments (Double)   registered at Tea.swift:3
                  'Tea' named "black" with arguments (Int)      registered at Tea.swift:2

        To fix this, do one of:
          • Pass the argument types of a registration above.
          • Ask for the name of a registration above.
          • Register it: container.register(Tea.self, name: "green") { (resolver, int: Int) in … }
        """)
  }

  @Test func `a forward under another name`() {
    container.register(Tea.self, fileID: "Tea.swift", line: 1) { _ in Tea() }
      .implements(Drink.self, name: "hot", fileID: "Drinks.swift", line: 4)
    #expect(
      text(of: Drink.self) == """
        No registration matches 'Drink'.

          Path:   Drink
          Near:   'Drink' named "hot"   forwarded to 'Tea' at Drinks.swift:4

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register((any Drink).self) { resolver in … }
        """)
  }

  @Test func `a registration in a child`() {
    let child = Container(parent: container)
    child.register(Tea.self, fileID: "Child.swift", line: 7) { _ in Tea() }
    #expect(
      text(of: Tea.self) == """
        No registration matches 'Tea'.

          Path:   Tea
          Near:   'Tea'   registered in a child container at Child.swift:7

        To fix this, do one of:
          • Resolve it from the child container, or register it in this one.
        """)
    withExtendedLifetime(child) {}
  }

  @Test func `a registration in a child that is gone is not near`() {
    do {
      let child = Container(parent: container)
      child.register(Tea.self) { _ in Tea() }
    }
    #expect(
      text(of: Tea.self) == """
        No registration matches 'Tea'.

          Path:   Tea

        To fix this, do one of:
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }

  @Test func `a registration of the parent under another name`() {
    container.register(Tea.self, name: "black", fileID: "Parent.swift", line: 2) { _ in Tea() }
    let child = Container(parent: container)
    let error = #expect(throws: ResolutionError.self) { try child.require(Tea.self) }
    #expect(
      error?.description == """
        No registration matches 'Tea'.

          Path:   Tea
          Near:   'Tea' named "black"   registered at Parent.swift:2

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }

  @Test func `types are named as their authors write them`() {
    #expect(
      text(of: [String: Tea].self, (1, "a")) == """
        No registration matches 'Dictionary<String, Tea>' with arguments ((Int, String)).

          Path:   Dictionary<String, Tea>

        To fix this, do one of:
          • Register it: container.register(Dictionary<String, Tea>.self) { resolver, argument in … }
        """)
  }
}
