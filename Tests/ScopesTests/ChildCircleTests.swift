import Facet
import FacetTestSupport
import Testing

private struct Toy: Sendable { let place: String }
private final class Owner: @unchecked Sendable {
  let toy: Toy
  var pet: Pet?
  init(_ toy: Toy) { self.toy = toy }
}
private final class Pet: @unchecked Sendable {
  weak var owner: Owner?
}

/// Services of a parent are one graph, also when a child is asked, unless that registers something of its own.
@Suite(.timeLimit(.minutes(20))) struct ChildCircleTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
  }

  static let lasting: [ObjectScope] = [.container, .weak, .session]
  static let all = lasting + [.graph]

  /// A pet in `scope`, and an owner in the default one, which set each other in their completions.
  private func register(pet scope: ObjectScope) {
    parent.register(Toy.self) { _ in Toy(place: "parent") }
    parent.register(Owner.self) { r in Owner(r.resolve()) }
      .initCompleted { r, owner in owner.pet = r.resolve(Pet.self) }
    parent.register(Pet.self) { _ in Pet() }
      .initCompleted { r, pet in pet.owner = r.resolve(Owner.self) }
      .inObjectScope(scope)
  }

  @Test(arguments: all, [false, true])
  func `a circle is closed when a child is asked, or a child of that`(scope: ObjectScope, isBelow: Bool)
    throws
  {
    register(pet: scope)
    let owner = try (isBelow ? Container(parent: child) : child).require(Owner.self)
    #expect(owner.pet?.owner === owner)
  }

  @Test(arguments: lasting)
  func `a child that registers anything shares nothing that is being completed`(scope: ObjectScope) throws {
    register(pet: scope)
    child.register(Int.self) { _ in 7 }
    let owner = try child.require(Owner.self)
    let pet = try #require(owner.pet)
    #expect(pet.owner !== owner)
    #expect(try parent.require(Owner.self).pet === pet)
  }

  @Test(arguments: lasting) func `a circle that both are asked for is one graph`(scope: ObjectScope) throws {
    register(pet: scope)
    let owner = try parent.require(Owner.self)
    let pet = try child.require(Pet.self)
    #expect(pet === owner.pet && pet.owner === owner)
  }

  @Test func `a child that is gone has no part in what its thread resolves later`() throws {
    register(pet: .graph)
    for _ in 0..<10 {
      _ = try Container(parent: child).require(Owner.self)
      let owners = parent.resolveAll(Owner.self)
      #expect(owners.map { $0.pet?.owner === $0 } == [true])
      let owner = try parent.withObjectGraph(GraphIdentifier()) { _ in try parent.require(Owner.self) }
      #expect(owner.pet?.owner === owner)
    }
  }

  @Test func `all services of a child are one graph with those of the parent`() throws {
    register(pet: .container)
    let owners = child.resolveAll(Owner.self)
    #expect(owners.map { $0.pet?.owner === $0 } == [true])
  }

  @Test(arguments: lasting, [false, true])
  func `a member of the circle, or a part, that a child overrides is never kept by the parent`(
    scope: ObjectScope, isPart: Bool
  ) throws {
    register(pet: scope)
    if isPart {
      child.register(Toy.self) { _ in Toy(place: "child") }
    } else {
      child.register(Owner.self) { _ in Owner(Toy(place: "child")) }
        .initCompleted { r, owner in owner.pet = r.resolve(Pet.self) }
    }
    let owner = try child.require(Owner.self)
    let pet = try #require(owner.pet)
    #expect(owner.toy.place == "child" && pet.owner !== owner && pet.owner?.toy.place != "child")
  }
}
