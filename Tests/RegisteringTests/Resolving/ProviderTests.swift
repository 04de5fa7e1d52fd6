import Facet
import FacetTestSupport
import Testing

/// `Provider` resolves anew each time; the wrappers nest.
@Suite(.timeLimit(.minutes(20))) struct ProviderTests {
  private let container = Container()

  @Test func `a provider resolves anew each time`() throws {
    container.register(Dog.self) { _ in Dog() }
    let provider = try container.require(Provider<Dog>.self)
    #expect(provider.instance !== provider.instance)
    #expect(try provider.require() !== provider.require())
  }

  @Test func `a provider follows the scope`() throws {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    let provider = try container.require(Provider<Dog>.self)
    #expect(provider.instance === provider.instance)
  }

  @Test func `a provider of what is not registered fails at its resolve`() {
    let failures = Recorder.failures(of: container)
    #expect(container.resolve(Provider<Dog>.self) == nil)
    #expect(failures.all.count == 1)
  }

  @Test func `wrappers nest in every order`() throws {
    container.register(Dog.self) { _ in Dog() }
    #expect(try container.require(Lazy<Dog>?.self)?.instance.name == "Hachi")
    #expect(try container.require(Lazy<Dog?>.self).instance?.name == "Hachi")
    #expect(try container.require(Provider<Lazy<Dog>>.self).instance.instance.name == "Hachi")
    #expect(try container.require(Lazy<Provider<Dog?>>.self).instance.instance?.name == "Hachi")
    #expect(try container.require(Provider<Provider<Dog>>.self).instance.instance.name == "Hachi")
    #expect(try container.require(Lazy<Lazy<Dog>>.self).instance.instance.name == "Hachi")
    #expect(try container.require(Provider<Dog>?.self)?.instance.name == "Hachi")
  }

  @Test func `nested wrappers pass name and arguments on`() throws {
    container.register(Animal.self, name: "pet") { _, name, number in Dog(name + String(number as Int))
    }
    let nested = try container.require(
      Lazy<Provider<(any Animal)?>>.self, name: "pet", arguments: "Rex", 2)
    #expect((nested.instance.instance as? Dog)?.name == "Rex2")
  }

  @Test func `an optional wrapper of a missing service is nil, and nobody is told`() throws {
    let failures = Recorder.failures(of: container)
    #expect(try container.require(Lazy<Dog>?.self) == nil)
    #expect(try container.require(Provider<Dog>?.self) == nil)
    #expect(try container.require(Provider<Lazy<Dog>>?.self) == nil)
    #expect(failures.all.isEmpty)
  }

  @Test func `a wrapper of a missing optional gives nil`() throws {
    #expect(try container.require(Lazy<Dog?>.self).instance == nil)
    #expect(try container.require(Provider<Dog?>.self).instance == nil)
  }

  @Test func `a provider of a lazy service builds one per lazy`() throws {
    container.register(Dog.self) { _ in Dog() }
    let provider = try container.require(Provider<Lazy<Dog>>.self)
    let lazy = provider.instance
    #expect(lazy.instance === lazy.instance)
    #expect(provider.instance.instance !== lazy.instance)
  }
}
