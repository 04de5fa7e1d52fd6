import Facet
import Testing

private final class Animal: Sendable {}
private final class Visit: Sendable { init(_ animal: Animal) {} }
private final class Room: Sendable { init(_ visit: Visit) {} }

/// What a message proposes where only a child has what is missing: what helps, and nothing else.
@Suite(.timeLimit(.minutes(20))) struct ChildRemedyTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
    child.register(Animal.self, fileID: "Child.swift", line: 1) { _ in Animal() }
    parent.register(Room.self, fileID: "Parent.swift", line: 1) { r in Room(try r.require()) }
    parent.register(Visit.self, fileID: "Parent.swift", line: 2) { r in Visit(try r.require()) }
  }

  @Test func `what is asked of the parent is asked of the child instead`() throws {
    #expect(
      parent.reason(for: Animal.self).remedies
        == ["Resolve it from the child container, or register it in this one."])
    #expect(
      parent.reason(for: Room.self)?.description == """
        No registration matches 'Animal'.

          Path:     Room → Visit → Animal
          Places:   'Room'    registered at Parent.swift:1
                    'Visit'   registered at Parent.swift:2
          Near:     'Animal'   registered in a child container at Child.swift:1

        To fix this, do one of:
          • Resolve 'Room' from the child container, or register 'Animal' in this one.
        """)
    _ = try child.require(Room.self)
  }

  private let remedies = [
    "Register 'Room' in the child container too: its own container builds it, and cannot see the child's 'Animal'.",
    "Give 'Room' the scope .scoped, so that each container that is asked builds its own.",
  ]

  @Test(arguments: [ObjectScope.container, .weak])
  func `what the parent keeps is to be registered in the child`(scope: ObjectScope) throws {
    parent.register(Room.self) { r in Room(try r.require()) }.inObjectScope(scope)
    #expect(child.reason(for: Room.self).remedies == remedies)
    let other = Container(parent: parent)
    other.register(Animal.self) { _ in Animal() }
    other.register(Room.self) { r in Room(try r.require()) }
    _ = try other.require(Room.self)
    parent.register(Room.self) { r in Room(try r.require()) }.inObjectScope(.scoped)
    _ = try child.require(Room.self)
  }

  @Test func `so it is with what is awaited`() async throws {
    parent.register(Room.self) { r async throws in Room(try r.require()) }.inObjectScope(.container)
    let error = await #expect(throws: ResolutionError.self) { try await child.requireAsync(Room.self) }
    #expect(error.remedies == remedies)
  }
}
