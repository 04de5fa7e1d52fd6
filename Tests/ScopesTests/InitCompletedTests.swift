import Facet
import FacetTestSupport
import Testing

private protocol Animal: AnyObject {}
private final class Dog: Animal, @unchecked Sendable {
  // Unchecked: its completions alone write it, on one thread.
  let name: String
  var words: [String] = []
  init(name: String) { self.name = name }
}
private final class Vet {}
private final class Clinic {
  init(_ vet: Vet) {}
}

/// `initCompleted` runs right after the instance is stored, before the resolve returns; it may take the arguments of the resolve.
@Suite(.timeLimit(.minutes(20))) struct InitCompletedTests {
  private let container = Container()
  private let completed = Counter()

  @Test func `actions run before the resolve returns, in the order of adding, dependencies' first`() {
    let order = Recorder<String>()
    container.register { Vet() }
      .initCompleted { _, _ in order.add("vet completed") }
      .initCompleted { _, _ in order.add("and again") }
    container.register(Clinic.self) { r in
      let vet: Vet = r.resolve()
      order.add("clinic made")
      return Clinic(vet)
    }.initCompleted { _, _ in order.add("clinic completed") }
    _ = container.resolve(Clinic.self)
    order.add("returned")
    #expect(order.all == ["vet completed", "and again", "clinic made", "clinic completed", "returned"])
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak, .perArgument, .storing])
  func `an action runs once for an instance, with the arguments that built it`(scope: ObjectScope) throws {
    container.register(Dog.self) { (_, name: String) in Dog(name: name) }
      .initCompleted { (_, dog, name: String) in dog.words.append(name) }
      .implements(Animal.self)
      .inObjectScope(scope)
    let dog = try #require(try container.require(Animal.self, argument: "first") as? Dog)
    let other = try container.require(Dog.self, argument: "second")
    #expect(dog.words == ["first"])
    #expect(other === dog || other.words == ["second"])
  }

  @Test func `an action that is added later runs for the instances that are built later, in any scope`() {
    let entry = container.register { Vet() }.inObjectScope(.container)
    _ = container.resolve(Vet.self)
    entry.initCompleted { [completed] _, _ in completed.next() }
    _ = container.resolve(Vet.self)
    #expect(completed.value == 0)
    container.resetObjectScope(.container)
    _ = container.resolve(Vet.self)
    #expect(completed.value == 1)
    entry.inObjectScope(.transient).inObjectScope(.storing)
    _ = container.resolve(Vet.self)
    #expect(completed.value == 2)
  }

  @Test func `an action may add an action to its own entry`() {
    let entry = container.register { Vet() }
    entry.initCompleted { [completed] _, _ in
      if completed.next() == 1 { entry.initCompleted { _, _ in completed.next() } }
    }
    _ = container.resolve(Vet.self)
    #expect(completed.value == 1)
    _ = container.resolve(Vet.self)
    #expect(completed.value == 3)
  }

  @Test func `actions do not run when the factory throws`() {
    container.register(Vet.self) { _ -> Vet in throw Broken() }
      .initCompleted { [completed] _, _ in completed.next() }
    expectFailure(.factoryFailed) { try container.require(Vet.self) }
    #expect(completed.value == 0)
  }

  @Test func `a missing service in an action does not fail the resolve`() {
    let errors = Recorder<[String]>()
    container.failureHandler = { errors.add($0.pathInWords) }
    container.register { Vet() }.initCompleted { r, _ in _ = r.resolve(Clinic.self) }
    #expect(container.resolve(Vet.self) != nil)
    #expect(errors.all == [["'Vet'", "'Clinic'"]])
  }

  @Test func `a transient's completion that asks for its builder is a loop of one factory`() throws {
    struct Endless: Error {}
    let (runs, paths) = (Counter(), Recorder<[String]>())
    container.register { Vet() }.inObjectScope(.transient).initCompleted { r, _ in
      do throws(ResolutionError) {
        _ = try r.require(Clinic.self)
      } catch {
        paths.add(["\(error.code)"] + error.pathInWords)
      }
    }
    container.register(Clinic.self) { r in
      // Else a fault would recurse without an end.
      guard runs.next() < 5 else { throw Endless() }
      return Clinic(try r.require(Vet.self))
    }
    _ = try container.require(Clinic.self)
    #expect(runs.value == 1)
    #expect(paths.all == [["loop", "'Clinic'", "'Vet'", "'Clinic'"]])
  }

  // MARK: - With arguments

  @Test func `actions with and without arguments run in order, and their types are inferred`() throws {
    container.register(Dog.self) { (_, name: String, _: Int) in Dog(name: name) }
      .initCompleted { [unowned container] (r, dog, name: String, age: Int) in
        container.register(String.self, name: name) { "found" }
        dog.words.append("\(r.resolve(name: name) as String) \(name) \(age)")
      }
      .initCompleted(fileID: "Dog.swift", line: 1) { _, dog in dog.words.append("plain") }
      .resolveProperties { (_, dog, _: String, age: Int) in dog.words.append("\(age)") }
      .resolveProperties(fileID: "Dog.swift", line: 2) { _, dog in dog.words.append("again") }
    let words = try container.require(Dog.self, arguments: "Hachi", 3).words
    #expect(words == ["found Hachi 3", "plain", "3", "again"])
    container.register(Dog.self) { _, name in Dog(name: name) }
      .initCompleted { _, dog, name in dog.words.append(name) }
    #expect(try container.require(Dog.self, argument: "Hachi").words == ["Hachi"])
  }

  @Test func `an action that takes other arguments is refused`() async throws {
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
