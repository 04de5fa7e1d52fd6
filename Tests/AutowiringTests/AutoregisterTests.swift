import Facet
import FacetTestSupport
import Testing

private final class Owner {}
private struct Dog {
  let name: String
  let owner: Owner
  let age: Int
  let toys: [String]
}
private protocol Shape {}
private struct Square: Shape {
  let (width, height): (Int, Int)
  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// Arguments of the resolve fill the parameters of their types.
@Suite(.timeLimit(.minutes(20))) struct AutoregisterTests {
  private let container = Container()

  @Test func `arguments fill the parameters of their types, in an order of their own`() throws {
    container.register(Owner.self) { Owner() }
    container.register(Int.self) { 7 }
    container.autoregister(Dog.self, argument: String.self, initializer: Dog.init)
    let dog = try container.require(Dog.self, argument: "Hachi")
    #expect((dog.name, dog.age, dog.toys) == ("Hachi", 7, []))
    container.autoregister(
      Dog.self, name: "pet", arguments: [String].self, Int.self, String.self, initializer: Dog.init)
    let pet = try container.require(Dog.self, name: "pet", arguments: ["ball", "bone"], 3, "Rex")
    #expect((pet.name, pet.age, pet.toys) == ("Rex", 3, ["ball", "bone"]))
  }

  @Test func `an initializer that takes nothing may be passed on as one that takes an empty tuple`() throws {
    func autoregister<Service>(_ service: Service.Type, initializer: @escaping @Sendable (()) -> Service) {
      container.autoregister(service, initializer: initializer)
      container.autoregister(service, name: "registered", initializer: initializer)
    }
    autoregister(Owner.self, initializer: Owner.init)
    #expect(try container.require(Owner.self) !== container.require(Owner.self, name: "registered"))
  }

  enum Mistake: String, Codable, CaseIterable {
    case twoParameters = "several parameters are of the argument type 'Int'"
    case twoArguments = "two arguments are of the type 'Int'"
    case noParameter = "no parameter is of the argument type 'Int?'"
  }

  @Test(arguments: Mistake.allCases)
  func `arguments are refused that do not fit one parameter each`(mistake: Mistake) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      endProcess()
      let (container, file) = (Container(), "Shapes/Squares.swift")
      switch mistake {
      case .twoParameters:
        container.autoregister(
          Shape.self, argument: Int.self, fileID: file, line: 4, initializer: Square.init)
      case .twoArguments:
        container.autoregister(
          Shape.self, arguments: Int.self, Int.self, fileID: file, line: 4, initializer: Square.init)
      case .noParameter:
        container.autoregister(
          Shape.self, arguments: Int?.self, String.self, fileID: file, line: 4, initializer: Square.init)
      }
    }
    let remedy =
      mistake == .noParameter
      ? "Name the type of a parameter, exactly as the initializer has it."
      : "Give each of them a type of its own."
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot autoregister Shape: \(mistake.rawValue)

          Initializer:   init(Int, Int) as Shape

        To fix this, do one of:
          • \(remedy)
          • Register 'Shape' by a factory that takes the arguments and calls the initializer.

          Stopped at Shapes/Squares.swift:4
        """)
  }
}
