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
  struct Leaf {}
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

  @Test func `a namesake of the missing type is near`() {
    container.register(Black.Tea.self) { _ in Black.Tea() }
    let error = container.reason(for: Green.Tea.self)
    #expect(error.near == ["'Black.Tea'"])
    #expect(error.remedies?.first == "Ask for the type of a registration above.")
  }

  @Test func `namesakes among the arguments are told apart`() {
    container.register(Int.self) { (_, _: Black.Tea) in 1 }
    let error = container.reason(for: Int.self, Green.Tea())
    #expect(error.near == ["'Int' with arguments (Black.Tea)"])
    #expect(
      error.remedies == [
        "Pass the argument types of a registration above.",
        "Register it: container.register(Int.self) { (resolver, tea: Green.Tea) in … }",
      ])
  }

  @Test func `types that would print the same are written with their modules`() {
    struct Pot {}
    container.register(Pot.self, fileID: "Pot.swift", line: 4) { _ in Pot() }
    #expect(
      container.reason(for: FailuresTests.Pot.self)?.description == """
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
    let names: [(Any.Type, String)] = [
      (Green.Tea.self, "Green.Tea"), ([Green.Tea?].self, "[Green.Tea?]"),
      (((Green.Tea, Int) -> Black.Tea).self, "(Green.Tea, Int) -> Black.Tea"),
      (Local.self, "Local"), (Local.Inner.self, "Local.Inner"), (Hidden.self, "Hidden"),
      (Green.secret, "Secret<Black.Tea>"), (Int.Leaf.self, "Int.Leaf"),
      (Shelf<Int, Green.Tea>.Board<Pot>.self, "Shelf<Int, Green.Tea>.Board<Pot>"),
      (emptyShelf(), "Shelf<>"), (`a.b(c)`.Tea.self, "`a.b(c)`.Tea"),
      ((any Sequence<Green.Tea>).self, "Sequence<Sequence.Element == Green.Tea>"),
      ((any Error & Green.Herb).self, "Error & Green.Herb"), (Green.Tea.Type.self, "Green.Tea.Type"),
    ]
    for (type, expected) in names { #expect(name(of: type) == expected) }
  }

  private func name(of serviceType: Any.Type) -> String {
    func name<Service>(_ serviceType: Service.Type) -> String? {
      container.reason(for: serviceType)?.key.description
    }
    return String((_openExistential(serviceType, do: name) ?? "").dropFirst().dropLast())
  }
}
