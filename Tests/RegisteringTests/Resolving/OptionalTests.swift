import Facet
import FacetTestSupport
import Testing

private final class Log: @unchecked Sendable {
  var dog: Dog!
}

/// `T?` resolves without a registration of its own; missing is `nil`, and no failure.
@Suite(.timeLimit(.minutes(20))) struct OptionalTests {
  private let container = Container()
  private let failures: Recorder<String>

  init() {
    failures = Recorder.failures(of: container)
  }

  @Test func `an optional of a registered type is the service, also from a child`() throws {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    let inferred: Dog? = container.resolve()
    let dogs: [Dog?] = try [
      container.require(Dog.self), inferred, container.resolve(Dog?.self) ?? nil,
      container.require(Dog?.self),
      container.require(Dog??.self) ?? nil, Container(parent: container).require(Dog?.self),
    ]
    #expect(dogs.allSatisfy { $0 != nil && $0 === dogs[0] })
    // A registration of its own comes first.
    container.register(Dog?.self) { _ in Dog("optional") }
    #expect(container.resolve(Dog?.self)??.name == "optional")
  }

  @Test func `an optional takes name and arguments; a missing one is some nil, and nobody is told`() throws {
    container.register(Dog.self, name: "pet") { _, name in Dog(name) }
    #expect(container.resolve(Dog?.self, name: "pet", argument: "Rex")??.name == "Rex")
    let missing: [Dog??] = [
      container.resolve(Dog?.self), container.resolve(Dog?.self, name: "pet"),
      container.resolve(Dog?.self, argument: "Rex"),
    ]
    #expect(missing.allSatisfy { $0 != nil && $0! == nil })
    #expect(failures.all.isEmpty)
  }

  @Test func `one that is required is missed as its type is, whether the type is written or inferred`()
    async throws
  {
    let (container, log) = (container, Log())
    container.register(Log.self) { _ in log }
      .initCompleted { r, log in log.dog = try r.require(name: "pet") }
    func path(_ ways: (Container) throws -> Any?...) -> [[ServiceKey]?] {
      ways.map { way in
        expectFailure(.notRegistered) { _ = try way(container) }?.path
      }
    }
    let dog = ServiceKey(Dog.self)
    #expect(path({ try $0.require(Dog?.self) }, { try $0.require() as Dog? }) == [[dog], [dog]])
    #expect(
      path({ try $0.require(Dog?.self, argument: 1) }, { try $0.require(arguments: 1, 2) as Dog? }).allSatisfy
      {
        $0?.count == 1
      })
    #expect(
      path({ try $0.require(Log.self) }) == [[ServiceKey(Log.self), ServiceKey(Dog.self, name: "pet")]])
    await #expect(throws: ResolutionError.self) { _ = try await container.requireAsync() as Dog? }
    container.register(Dog.self, name: "pet") { _ in Dog("Rex") }
    #expect(try container.require(Log.self).dog?.name == "Rex")
    let awaited: Dog? = try await container.requireAsync(name: "pet")
    #expect(awaited?.name == "Rex")
    #expect(failures.all.isEmpty)
  }

  @Test func `an inferred resolve of an optional reports what fails, and goes on with nil`() {
    container.register([Dog].self) { r in [try r.require(Dog.self)] }
    let dogs: [Dog?] = [
      container.resolve(), container.resolve(name: "pet"), container.resolve(argument: "Rex"),
    ]
    let list: [Dog]? = container.resolve()
    #expect(dogs.allSatisfy { $0 == nil } && list == nil)
    #expect(
      failures.all.map { $0.prefix { $0 != "\n" } } == [
        "No registration matches 'Dog'.", "No registration matches 'Dog' named \"pet\".",
        "No registration matches 'Dog' with arguments (String).", "No registration matches 'Dog'.",
      ])
  }

  @Test func `an optional of a service that misses something else is a failure`() {
    container.register([Dog].self) { r in [try r.require(Dog.self)] }
    #expect(throws: ResolutionError.self) { try container.require([Dog]?.self) }
    #expect(container.resolve([Dog]?.self) == nil)
    #expect(failures.all.count == 1)
  }
}
