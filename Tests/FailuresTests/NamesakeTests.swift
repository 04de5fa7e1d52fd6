import Facet
import Testing

enum Green {
  protocol Herb {}
  struct Tea {}
}
enum Black {
  struct Tea {}
}
struct Pot {}
private struct Hidden {}
extension Green {
  private struct Secret<Element> {}
  fileprivate static var secret: Any.Type { Secret<Black.Tea>.self }
}
extension Int {
  struct Cup {}
}
struct Shelf<each Element> {
  struct Board<Wood> {}
}
private func emptyShelf<each Element>(_ elements: repeat each Element) -> Any.Type {
  Shelf<repeat each Element>.self
}
struct `a.b(c)` {
  struct Tea {}
}

/// Two types that would print the same are told apart, and the namesake is near.
@Suite(.timeLimit(.minutes(20))) struct NamesakeTests {
  private let container = Container()

  private func text<Service>(of serviceType: Service.Type) -> String? {
    #expect(throws: ResolutionError.self) { try container.require(serviceType) }?.description
  }

  @Test func `a namesake of the missing type is near`() {
    container.register(Black.Tea.self, fileID: "Tea.swift", line: 3) { _ in Black.Tea() }
    #expect(
      text(of: Green.Tea.self) == """
        No registration matches 'Green.Tea'.

          Path:   Green.Tea
          Near:   'Black.Tea'   registered at Tea.swift:3

        To fix this, do one of:
          • Ask for the type of a registration above.
          • Register it: container.register(Green.Tea.self) { resolver in … }
        """)
  }

  @Test func `namesakes among the arguments are told apart`() {
    container.register(Int.self, fileID: "Tea.swift", line: 3) { (_, _: Black.Tea) in 1 }
    let error = #expect(throws: ResolutionError.self) {
      try container.require(Int.self, argument: Green.Tea())
    }
    #expect(
      error?.description == """
        No registration matches 'Int' with arguments (Green.Tea).

          Path:   Int
          Near:   'Int' with arguments (Black.Tea)   registered at Tea.swift:3

        To fix this, do one of:
          • Pass the argument types of a registration above.
          • Register it: container.register(Int.self) { (resolver, tea: Green.Tea) in … }
        """)
  }

  @Test func `types that would print the same are written with their modules`() {
    struct Pot {}
    container.register(Pot.self, fileID: "Pot.swift", line: 4) { _ in Pot() }
    #expect(
      text(of: FailuresTests.Pot.self) == """
        No registration matches 'FailuresTests.Pot'.

          Path:   FailuresTests.Pot
          Near:   'FailuresTests.NamesakeTests.Pot'   registered at Pot.swift:4

        To fix this, do one of:
          • Ask for the type of a registration above.
          • Register it: container.register(FailuresTests.Pot.self) { resolver in … }
        """)
  }

  /// Named as the code can write it where the type can be seen: outer types, but no module, no function and no file.
  @Test func `a type is named as its author writes it`() {
    struct Local { struct Inner {} }
    #expect(name(of: Green.Tea.self) == "Green.Tea")
    #expect(name(of: [Green.Tea?].self) == "Array<Optional<Green.Tea>>")
    #expect(name(of: ((Green.Tea, Int) -> Black.Tea).self) == "(Green.Tea, Int) -> Black.Tea")
    #expect(name(of: Local.self) == "Local")
    #expect(name(of: Local.Inner.self) == "Local.Inner")
    #expect(name(of: Hidden.self) == "Hidden")
    #expect(name(of: Green.secret) == "Secret<Black.Tea>")
    #expect(name(of: Int.Cup.self) == "Int.Cup")
    #expect(name(of: Shelf<Int, Green.Tea>.Board<Pot>.self) == "Shelf<Int, Green.Tea>.Board<Pot>")
    #expect(name(of: emptyShelf()) == "Shelf<>")
    #expect(name(of: `a.b(c)`.Tea.self) == "`a.b(c)`.Tea")
    #expect(name(of: (any Sequence<Green.Tea>).self) == "Sequence<Sequence.Element == Green.Tea>")
    #expect(name(of: (any Error & Green.Herb).self) == "Error & Green.Herb")
    #expect(name(of: Green.Tea.Type.self) == "Green.Tea.Type")
  }

  private func name(of serviceType: Any.Type) -> String {
    func name<Service>(_ serviceType: Service.Type) -> String? {
      #expect(throws: ResolutionError.self) { try container.require(serviceType) }?.key.description
    }
    return String((_openExistential(serviceType, do: name) ?? "").dropFirst().dropLast())
  }
}
