import Facet
import FacetTestSupport
import Testing

private final class Owner {}
private final class Clock {}
private protocol Animal: AnyObject {}
private final class Dog: Animal {
  init(owner: Owner, clock: Clock?, days: Lazy<Clock>) {}
}
private struct House { let dog: any Animal }
private struct Wide {
  let row = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  let owner: Owner
}

/// What an initializer cannot get, or does, is a failure as every other.
@Suite(.timeLimit(.minutes(20))) struct InitializerFailureTests {
  private let container = Container()

  @Test func `a missing service names the initializer that needs it`() {
    container.register(Owner.self, name: "of a house", fileID: "Street/Houses.swift", line: 5) { Owner() }
    container.autoregister(Dog.self, fileID: "Street/Dogs.swift", line: 1, initializer: Dog.init)
    let error = #expect(throws: ResolutionError.self) { try container.require(Dog.self) }
    #expect(
      error?.description == """
        No registration matches 'Owner'.

          Path:        Dog → Owner
          Needed by:   Dog.init(Owner, Clock?, Lazy<Clock>)
          Place:       'Dog'   registered at Street/Dogs.swift:1
          Near:        'Owner' named "of a house"   registered at Street/Houses.swift:5

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register(Owner.self) { resolver in … }
        """)
  }

  @Test func `a missing wrapper names what it would wrap, on the whole path, and the protocol`() throws {
    container.register(Owner.self) { Owner() }
    container.autoregister(Animal.self, initializer: Dog.init)
    container.autoregister(House.self, initializer: House.init)
    let error = try #require(throws: ResolutionError.self) { try container.require(House.self) }
    #expect(error.pathInWords == ["'House'", "'Animal'", "'Clock'"])
    #expect(error.description.contains("Needed by:   init(Owner, Clock?, Lazy<Clock>) as Animal\n"))
  }

  @Test func `what was filled is released if the initializer throws, is not reached, or ends`() async throws {
    struct Locked: Error {}
    final class Safe: Sendable {
      init(owner: Owner, wide: Wide, clock: Clock, number: Int) throws { if number > 0 { throw Locked() } }
    }
    let owners = Recorder<Weak>()
    container.register(Owner.self) { _ -> Owner in
      let owner = Owner()
      owners.add(Weak(owner))
      return owner
    }.inObjectScope(.transient)
    container.autoregister(Wide.self, initializer: { (owner: Owner) in Wide(owner: owner) })
    container.autoregister(Safe.self, argument: Int.self, initializer: Safe.init)
    #expect(throws: ResolutionError.self) { try container.require(Safe.self, argument: 0) }
    container.register(Clock.self) { Clock() }
    let error = expectFailure(.factoryFailed) { try container.require(Safe.self, argument: 1) }
    #expect(error?.underlyingError is Locked)
    _ = try container.require(Safe.self, argument: 0)
    #expect(owners.all.count == 6)
    for weak in owners.all { #expect(await isReleased { weak.object }) }
  }
}

private final class Weak: @unchecked Sendable {
  weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}
