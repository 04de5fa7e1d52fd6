import Facet
import Testing

private struct Pack: Sendable {
  let provider: Provider<Dog>
  let dogs: [Dog]
}
private final class Hen: @unchecked Sendable {
  let eggs: Provider<Egg>
  var egg: Egg?
  init(_ eggs: Provider<Egg>) { self.eggs = eggs }
}
private final class Egg: Sendable {
  let hen: Hen
  init(_ hen: Hen) { self.hen = hen }
}

/// Within a running cycle a provider is a part of it.
@Suite(.timeLimit(.minutes(20))) struct ProviderCycleTests {
  private let container = Container()

  private func number(of dogs: [Dog]) -> Int { Set(dogs.map(ObjectIdentifier.init)).count }

  @Test(arguments: [(.graph, 1), (.transient, 4)] as [(ObjectScope, Int)])
  func `a provider that is used in its cycle gives what the cycle shares`(scope: ObjectScope, count: Int)
    throws
  {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(scope)
    container.register(Pack.self) { r in
      let provider = r.resolve(Provider<Dog>.self)!
      return Pack(
        provider: provider, dogs: [provider.instance, r.resolve(), provider.instance, try provider.require()])
    }
    #expect(number(of: try container.require(Pack.self).dogs) == count)
  }

  @Test func `a provider joins the cycle that runs when it is used, and resolves anew after it`() throws {
    container.register(Dog.self) { _ in Dog() }
    let provider = try container.require(Provider<Dog>.self)
    container.register(Pack.self) { r in Pack(provider: provider, dogs: [r.resolve(), provider.instance]) }
    let (first, second) = (try container.require(Pack.self), try container.require(Pack.self))
    #expect(number(of: first.dogs) == 1 && number(of: second.dogs) == 1)
    #expect(number(of: first.dogs + second.dogs + [provider.instance, provider.instance]) == 4)
  }

  @Test(arguments: [ObjectScope.graph, .container, .weak], [ObjectScope.graph, .container])
  func `two services meet over a provider that is used in a completion`(
    scope: ObjectScope, eggScope: ObjectScope
  ) throws {
    container.register(Hen.self) { r in Hen(try r.require(Provider<Egg>.self)) }
      .initCompleted { _, hen in hen.egg = try? hen.eggs.require() }
      .inObjectScope(scope)
    container.register(Egg.self) { r in Egg(try r.require(Hen.self)) }.inObjectScope(eggScope)
    let hen = try container.require(Hen.self)
    #expect(hen.egg?.hen === hen)
    guard scope === eggScope else { return }
    let egg = try container.require(Egg.self)
    #expect(egg.hen.egg === egg)
  }
}
