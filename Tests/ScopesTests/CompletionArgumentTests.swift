import Facet
import FacetTestSupport
import Testing

private protocol Animal: AnyObject {}
private final class Dog: Animal, @unchecked Sendable {
  let name: String
  var words: [String] = []
  init(name: String) { self.name = name }
}

/// Completions that receive the arguments of the resolve.
@Suite(.timeLimit(.minutes(20))) struct CompletionArgumentTests {
  private let container = Container()

  @Test func `completions with and without arguments run in the order in which they were added`() throws {
    container.register(Dog.self) { (_, name: String, _: Int) in Dog(name: name) }
      .initCompleted { (_, dog, name: String, age: Int) in dog.words.append("\(name) \(age)") }
      .initCompleted { _, dog in dog.words.append("plain") }
      .resolveProperties { (_, dog, _: String, age: Int) in dog.words.append("\(age)") }
    #expect(try container.require(Dog.self, arguments: "Hachi", 3).words == ["Hachi 3", "plain", "3"])
  }

  @Test func `a completion without arguments runs where its place is given`() throws {
    final class Note: Sendable {
      let words = Recorder<String>()
    }
    let container = Container()
    container.register(Note.self) { _ in Note() }
      .initCompleted(fileID: "Note.swift", line: 1) { _, note in note.words.add("completed") }
      .resolveProperties(fileID: "Note.swift", line: 2) { _, note in note.words.add("again") }
    #expect(try container.require(Note.self).words.all == ["completed", "again"])
  }

  @Test func `types of arguments are inferred from their use`() throws {
    container.register(Dog.self) { _, name in Dog(name: name) }
      .initCompleted { _, dog, name in dog.words.append(name) }
    #expect(try container.require(Dog.self, argument: "Hachi").words == ["Hachi"])
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `a completion runs once for an instance, with the arguments that built it`(scope: ObjectScope) throws {
    container.register(Dog.self) { (_, name: String) in Dog(name: name) }
      .initCompleted { (_, dog, name: String) in dog.words.append(name) }
      .implements(Animal.self)
      .inObjectScope(scope)
    let dog = try #require(try container.require(Animal.self, argument: "first") as? Dog)
    _ = container.resolve(Dog.self, argument: "second")
    #expect(dog.words == ["first"])
  }

  @Test func `a completion with arguments resolves and registers`() throws {
    let container = container
    container.register(Dog.self) { (_, name: String) in Dog(name: name) }
      .initCompleted { [unowned container] (r, dog, name: String) in
        container.register(String.self, name: name) { "found" }
        dog.words.append(r.resolve(name: name))
      }
    #expect(try container.require(Dog.self, argument: "Hachi").words == ["found"])
  }

  @Test func `a completion that takes other arguments is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      Container().register(Dog.self, fileID: "Kennel/Dogs.swift", line: 3) { _, name in Dog(name: name) }
        .initCompleted(fileID: "Kennel/Tags.swift", line: 4) { (_, _, _: Int, _: String) in }
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot complete Dog with arguments (Int, String)

          Service:   'Dog' with arguments (String)   registered at Kennel/Dogs.swift:3

        To fix this, take the arguments of the registration, or none.

          Stopped at Kennel/Tags.swift:4
        """)
  }
}
