import Facet
import FacetTestSupport
import Testing

private struct Owner {
  let pet: any Animal
}

private struct AnimalAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Animal.self) { _ in Dog() }
  }
}
private final class OwnerAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Owner.self) { r in Owner(pet: r.resolve(Animal.self)!) }
  }
}
private struct NotingAssembly: Assembly {
  let name: String
  let notes: Recorder<String>
  func assemble(container: Container) {
    container.register(String.self, name: name) { [name] in name }
    notes.add("assemble \(name)")
  }
  func loaded(resolver: any Resolver) {
    notes.add("loaded \(name) of \(resolver.resolveAll(String.self))")
  }
}

/// Building a container from assemblies.
@Suite(.timeLimit(.minutes(20))) struct AssemblerTests {
  private let notes = Recorder<String>()

  @Test func `assemblies that need one another are applied together, in any order`() {
    let assembler = Assembler([AnimalAssembly(), OwnerAssembly()])
    let other = Assembler()
    other.apply(assemblies: [OwnerAssembly(), AnimalAssembly()])
    other.apply(assemblies: [])
    for assembler in [assembler, other, Assembler([OwnerAssembly(), AnimalAssembly()])] {
      #expect(assembler.resolver.resolve(Owner.self)?.pet.name == "Hachi")
    }
  }

  @Test(arguments: [false, true])
  func `all assemble in order, and then all are loaded in order, or one by one`(isTogether: Bool) {
    let assemblies = ["a", "b"].map { NotingAssembly(name: $0, notes: notes) }
    let assembler = Assembler(isTogether ? assemblies : [])
    if !isTogether { for assembly in assemblies { assembler.apply(assembly: assembly) } }
    let ofB = ["assemble b", "loaded b of [\"a\", \"b\"]"]
    #expect(
      notes.all
        == (isTogether
          ? ["assemble a", ofB[0], "loaded a of [\"a\", \"b\"]", ofB[1]]
          : ["assemble a", "loaded a of [\"a\"]"] + ofB))
  }

  @Test func `an empty assembler has an empty container`() throws {
    for assembler in [
      Assembler(), Assembler([]), Assembler(container: nil), Assembler(parentAssembler: nil),
    ] {
      #expect(assembler.resolver.optional(Animal.self) == nil)
    }
  }

  @Test func `an assembler uses a container that exists`() {
    let containers = [Container(), Container()]
    let assembler = Assembler(container: containers[0])
    assembler.apply(assembly: AnimalAssembly())
    #expect(assembler.resolver as? Container === containers[0])
    _ = Assembler([AnimalAssembly()], container: containers[1])
    #expect(containers.allSatisfy { $0.resolve(Animal.self) is Dog })
  }

  @Test func `a child assembler finds the services of its parent`() throws {
    let parent = Assembler([AnimalAssembly()])
    let late = Assembler(parentAssembler: parent)
    late.apply(assembly: OwnerAssembly())
    for child in [Assembler([OwnerAssembly()], parent: parent), late] {
      #expect(child.resolver.resolve(Owner.self)?.pet.name == "Hachi")
      #expect((child.resolver as? Container)?.parent === parent.resolver as? Container)
    }
    #expect(parent.resolver.optional(Owner.self) == nil)
  }

  @Test func `an assembler has a default scope and behaviors`() {
    let behaviors = [Noting(notes: notes)]
    let first = Assembler(
      [AnimalAssembly()], parent: nil, defaultObjectScope: .container, behaviors: behaviors)
    let second = Assembler(parentAssembler: nil, defaultObjectScope: .transient, behaviors: behaviors)
    second.apply(assembly: AnimalAssembly())
    #expect(notes.all.count == 2)
    let scopes = [first, second].map { ($0.resolver as? Container)?.defaultObjectScope.description }
    #expect(scopes == ["container", "transient"])
  }

  @Test func `an assembler holds its container, and its parent's`() async throws {
    var assembler: Assembler? = Assembler([AnimalAssembly()])
    weak let container = assembler?.resolver as? Container
    var child: Assembler? = Assembler([OwnerAssembly()], parent: assembler)
    assembler = nil
    #expect(child?.resolver.resolve(Owner.self) != nil)
    child = nil
    #expect(await isReleased { container })
  }
}
