import Facet
import FacetTestSupport
import Testing

private final class Owner {}
private final class Dog {
  let name: String
  let age: Int
  let owner: Owner
  let toys: [String]
  init(name: String, owner: Owner, age: Int, toys: [String]) {
    self.name = name
    self.age = age
    self.owner = owner
    self.toys = toys
  }
}
private protocol Shape {}
private struct Square: Shape {
  let (width, height): (Int, Int)
  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// Arguments of the resolve fill the parameters of their types.
@Suite(.timeLimit(.minutes(20))) struct AutoregisterTests {
  private let container = Container()

  @Test func `an argument fills the parameter of its type`() throws {
    container.register(Owner.self) { Owner() }
    container.register(Int.self) { 7 }
    container.autoregister(Dog.self, argument: String.self, initializer: Dog.init)
    let dog = try container.require(Dog.self, argument: "Hachi")
    #expect(dog.name == "Hachi")
    #expect(dog.age == 7)
    #expect(dog.toys.isEmpty)
  }

  @Test func `an initializer that takes nothing may be passed on as one that takes an empty tuple`() throws {
    func autoregister<Service>(_ service: Service.Type, initializer: @escaping @Sendable (()) -> Service) {
      container.autoregister(service, initializer: initializer)
      container.autoregister(service, name: "registered", initializer: initializer)
    }
    autoregister(Owner.self, initializer: Owner.init)
    #expect(try container.require(Owner.self) !== container.require(Owner.self, name: "registered"))
  }

  @Test func `arguments come in an order of their own`() throws {
    container.register(Owner.self) { Owner() }
    container.autoregister(
      Dog.self, name: "pet", arguments: [String].self, Int.self, String.self, initializer: Dog.init)
    let dog = try container.require(Dog.self, name: "pet", arguments: ["ball", "bone"], 3, "Hachi")
    #expect(dog.name == "Hachi")
    #expect(dog.age == 3)
    #expect(dog.toys == ["ball", "bone"])
    #expect(container.resolve(Dog.self, name: "pet", arguments: 3, "Hachi", ["ball"]) == nil)
  }

  @Test func `an argument is one of the cycle's services for equal arguments`() throws {
    container.register(Owner.self) { Owner() }
    container.autoregister(arguments: String.self, Int.self, [String].self, initializer: Dog.init)
    container.register([Dog].self) { r in
      [("a", 1), ("a", 1), ("b", 1)].map { r.resolve(arguments: $0.0, $0.1, [String]()) }
    }
    let dogs = try container.require([Dog].self)
    #expect(dogs[0] === dogs[1])
    #expect(dogs[0] !== dogs[2])
    #expect(dogs[0].owner === dogs[2].owner)
  }

  @Test func `two parameters of an argument's type are refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      Container().autoregister(
        Square.self, argument: Int.self, fileID: "Shapes/Squares.swift", line: 4, initializer: Square.init)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot autoregister Square: several parameters are of the argument type 'Int'

          Initializer:   Square.init(Int, Int)

        To fix this, do one of:
          • Give each of them a type of its own.
          • Register 'Square' by a factory that takes the arguments and calls the initializer.

          Stopped at Shapes/Squares.swift:4
        """)
  }

  @Test func `an argument that no parameter takes is refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      Container().autoregister(
        Shape.self, arguments: Int?.self, String.self, fileID: "Shapes/Squares.swift", line: 4,
        initializer: Square.init)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot autoregister Shape: no parameter is of the argument type 'Optional<Int>'

          Initializer:   init(Int, Int) as Shape

        To fix this, do one of:
          • Name the type of a parameter, exactly as the initializer has it.
          • Register 'Shape' by a factory that takes the arguments and calls the initializer.

          Stopped at Shapes/Squares.swift:4
        """)
  }

  @Test func `two arguments of one type are refused`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      Container().autoregister(
        Square.self, arguments: Int.self, Int.self, fileID: "Shapes/Squares.swift", line: 4,
        initializer: Square.init)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot autoregister Square: two arguments are of the type 'Int'

          Initializer:   Square.init(Int, Int)

        To fix this, do one of:
          • Give each of them a type of its own.
          • Register 'Square' by a factory that takes the arguments and calls the initializer.

          Stopped at Shapes/Squares.swift:4
        """)
  }
}
