import Facet
import FacetTestSupport
import Testing

private protocol Animal { var name: String { get } }
private struct Cat: Animal { var name = "Mimi" }
private struct Owner {
  let pet: any Animal
}

private struct AnimalAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Animal.self) { _ in Cat() }
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
    #expect(Assembler([AnimalAssembly(), OwnerAssembly()]).resolver.resolve(Owner.self)?.pet.name == "Mimi")
    #expect(Assembler([OwnerAssembly(), AnimalAssembly()]).resolver.resolve(Owner.self)?.pet.name == "Mimi")
  }

  @Test func `all assemble in order, and then all are loaded in order`() {
    _ = Assembler([NotingAssembly(name: "a", notes: notes), NotingAssembly(name: "b", notes: notes)])
    #expect(
      notes.all == ["assemble a", "assemble b", "loaded a of [\"a\", \"b\"]", "loaded b of [\"a\", \"b\"]"])
  }

  @Test func `an empty assembler has an empty container`() throws {
    #expect(try Assembler().resolver.require(Animal?.self) == nil)
    #expect(try Assembler([]).resolver.require(Animal?.self) == nil)
    #expect(try Assembler(container: nil).resolver.require(Animal?.self) == nil)
  }

  @Test func `an assembler uses a container that exists`() {
    let container = Container()
    let assembler = Assembler(container: container)
    assembler.apply(assembly: AnimalAssembly())
    #expect(container.resolve(Animal.self) is Cat)
    #expect(assembler.resolver as? Container === container)
    let other = Container()
    _ = Assembler([AnimalAssembly()], container: other)
    #expect(other.resolve(Animal.self) is Cat)
  }

  @Test func `assemblies are applied one by one`() {
    let assembler = Assembler()
    assembler.apply(assembly: NotingAssembly(name: "a", notes: notes))
    assembler.apply(assembly: NotingAssembly(name: "b", notes: notes))
    #expect(
      notes.all == ["assemble a", "loaded a of [\"a\"]", "assemble b", "loaded b of [\"a\", \"b\"]"])
  }

  @Test func `assemblies are applied together to an assembler that exists`() {
    let assembler = Assembler()
    assembler.apply(assemblies: [OwnerAssembly(), AnimalAssembly()])
    #expect(assembler.resolver.resolve(Owner.self) != nil)
    assembler.apply(assemblies: [])
  }

  @Test func `a child assembler finds the services of its parent`() throws {
    let parent = Assembler([AnimalAssembly()])
    let child = Assembler([OwnerAssembly()], parent: parent)
    #expect(child.resolver.resolve(Owner.self)?.pet.name == "Mimi")
    #expect(try parent.resolver.require(Owner?.self) == nil)
    #expect((child.resolver as? Container)?.parent === parent.resolver as? Container)
  }

  @Test func `a child assembler without assemblies`() {
    let parent = Assembler([AnimalAssembly()])
    let child = Assembler(parentAssembler: parent)
    #expect(child.resolver.resolve(Animal.self) is Cat)
    child.apply(assembly: OwnerAssembly())
    #expect(child.resolver.resolve(Owner.self) != nil)
    #expect(Assembler(parentAssembler: nil).resolver is Container)
  }

  @Test func `an assembler has a default scope and behaviors`() {
    struct Noting: Behavior {
      let notes: Recorder<String>
      func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
        withName name: String?
      ) { notes.add("\(type) in \(entry.objectScope)") }
    }
    let behaviors: [any Behavior] = [Noting(notes: notes)]
    _ = Assembler([AnimalAssembly()], parent: nil, defaultObjectScope: .container, behaviors: behaviors)
    let assembler = Assembler(parentAssembler: nil, defaultObjectScope: .transient, behaviors: behaviors)
    assembler.apply(assembly: OwnerAssembly())
    #expect(notes.all == ["Animal in container", "Owner in transient"])
  }

  @Test func `an assembler holds its container, and its parent's`() async throws {
    var assembler: Assembler? = Assembler([AnimalAssembly()])
    weak let container = assembler?.resolver as? Container
    var child: Assembler? = Assembler([OwnerAssembly()], parent: assembler)
    assembler = nil
    #expect(container != nil)
    #expect(child?.resolver.resolve(Owner.self) != nil)
    child = nil
    #expect(await isReleased { container })
  }
}
