import Facet
import FacetTestSupport
import Testing

/// `Provider` resolves anew each time; the wrappers nest.
@Suite(.timeLimit(.minutes(20))) struct ProviderTests {
  private let container = Container()

  @Test(arguments: [ObjectScope.graph, .container])
  func `a provider resolves anew each time, and follows the scope`(scope: ObjectScope) throws {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(scope)
    let provider = try container.require(Provider<Dog>.self)
    let dogs = [provider.instance, provider.instance, try provider.require(), try provider.require()]
    #expect(Set(dogs.map(ObjectIdentifier.init)).count == (scope === ObjectScope.graph ? 4 : 1))
  }

  @Test func `wrappers nest in every order`() throws {
    container.register(Dog.self) { _ in Dog() }
    let dogs = try [
      container.require(Lazy<Dog>?.self)?.instance, container.require(Lazy<Dog?>.self).instance,
      container.require(Provider<Lazy<Dog>>.self).instance.instance,
      container.require(Lazy<Provider<Dog?>>.self).instance.instance,
      container.require(Provider<Provider<Dog>>.self).instance.instance,
      container.require(Lazy<Lazy<Dog>>.self).instance.instance,
      container.require(Provider<Dog>?.self)?.instance,
    ]
    #expect(dogs.map { $0?.name } == Array(repeating: "Hachi", count: 7))
  }

  @Test func `nested wrappers pass name and arguments on`() throws {
    container.register(Animal.self, name: "pet") { _, name, number in Dog(name + String(number as Int))
    }
    let nested = try container.require(
      Lazy<Provider<(any Animal)?>>.self, name: "pet", arguments: "Rex", 2)
    #expect((nested.instance.instance as? Dog)?.name == "Rex2")
  }

  @Test func `a wrapper of a missing service fails at its resolve, and an optional one tells nobody`() throws
  {
    let failures = Recorder.failures(of: container)
    let lazies: [Lazy<Dog>?] = [
      container.optional(Lazy<Dog>.self), container.optional(Provider<Lazy<Dog>>.self)?.instance,
    ]
    #expect(lazies.allSatisfy { $0 == nil } && container.optional(Provider<Dog>.self) == nil)
    #expect(try container.require(Lazy<Dog?>.self).instance == nil)
    #expect(try container.require(Provider<Dog?>.self).instance == nil)
    #expect(failures.all.isEmpty)
    #expect(container.resolve(Provider<Dog>.self) == nil && failures.all.count == 1)
  }

  @Test func `a provider of a lazy service builds one per lazy`() throws {
    container.register(Dog.self) { _ in Dog() }
    let provider = try container.require(Provider<Lazy<Dog>>.self)
    let lazy = provider.instance
    #expect(lazy.instance === lazy.instance)
    #expect(provider.instance.instance !== lazy.instance)
  }
}
