import Facet
import FacetTestSupport
import Testing

private protocol Rule: Sendable { var name: String { get } }
private struct Fixed: Rule { let name: String }
private struct Audit: Sendable {
  let names: [String]
  init(rules: [any Rule]) { names = rules.map(\.name) }
  init(byName rules: [String: any Rule]) { names = rules.keys.sorted() }
  init(optional rules: [any Rule]?) { names = rules?.map(\.name) ?? ["none"] }
  init(lazy rules: Lazy<[any Rule]>) { names = rules.value.map(\.name) }
  init(provider rules: Provider<[any Rule]>) { names = rules().map(\.name) }
  init(optionalByName rules: [String: any Rule]?) { names = rules?.keys.sorted() ?? ["none"] }
  init(nested rules: Lazy<[any Rule]>?) { names = rules?.value.map(\.name) ?? ["none"] }
}

/// A list is whole, or it fails.
@Suite(.timeLimit(.minutes(20))) struct RequireAllTests {
  private let container = Container()

  init() {
    container.failureHandler = { _ in }
    for name in ["b", "a"] { container.register((any Rule).self, name: name) { _ in Fixed(name: name) } }
  }

  private func breakOne() { container.register((any Rule).self, name: "c") { _ in throw Broken() } }

  @Test func `it is in the order of registration, or empty, and one that fails fails it, with its key`()
    throws
  {
    #expect(try container.requireAll((any Rule).self).map(\.name) == ["b", "a"])
    #expect(try container.requireAll(Int.self) == [])
    breakOne()
    let error = expectFailure(.factoryFailed) { try container.requireAll((any Rule).self) }
    #expect(error?.key.name == "c" && container.resolveAll((any Rule).self).count == 2)
  }

  @Test func `what is removed while the list is built is not in it`() async throws {
    let container = container
    @Sendable func registerRemoval() {
      container.register((any Rule).self, name: "b") { _ in
        container.unregister((any Rule).self, name: "a")
        return Fixed(name: "b")
      }
      container.register((any Rule).self, name: "a") { _ in Fixed(name: "a") }
    }
    let failures = Recorder.failures(of: container)
    registerRemoval()
    #expect(try container.requireAll((any Rule).self).map(\.name) == ["b"])
    registerRemoval()
    #expect(container.resolveAll((any Rule).self).map(\.name) == ["b"])
    registerRemoval()
    #expect(Array(container.resolveAllByName((any Rule).self).keys) == ["b"])
    registerRemoval()
    let awaited = try await container.requireAllAsync((any Rule).self)
    #expect(awaited.map(\.name) == ["b"])
    registerRemoval()
    #expect(try container.require(Lazy<[String: any Rule]>.self).value.count == 1)
    #expect(failures.all.isEmpty)
  }

  @Test func `a service that needs what is missing fails it, wherever that is asked for`() async throws {
    let container = container
    container.register((any Rule).self, name: "c") { _ async throws in
      try container.require((any Rule).self, name: "none")
    }
    await expectFailure(.notRegistered) { try await container.requireAllAsync((any Rule).self) }
    container.register((any Rule).self, name: "c") { r in try r.require((any Rule).self, name: "none") }
    expectFailure(.notRegistered) { try container.requireAll((any Rule).self) }
    #expect(container.resolveAll((any Rule).self).count == 2)
  }

  @Test func `an initializer gets the whole list, also optional or in a wrapper`() async throws {
    container.autoregister(Audit.self, initializer: Audit.init(rules:))
    container.autoregister(Audit.self, name: "optional", initializer: Audit.init(optional:))
    container.autoregister(Audit.self, name: "lazy", initializer: Audit.init(lazy:))
    container.autoregister(Audit.self, name: "provider", initializer: Audit.init(provider:))
    container.autoregister(Audit.self, name: "nested", initializer: Audit.init(nested:))
    for name in [nil, "optional", "lazy", "provider", "nested"] {
      #expect(try container.require(Audit.self, name: name).names == ["b", "a"])
    }
    #expect(try await container.requireAsync([any Rule]?.self)?.count == 2)
    #expect(container.resolve([any Rule]?.self)??.count == 2)
    // Alone a list is a service like others.
    #expect(container.resolve([any Rule].self) == nil)
    breakOne()
    let error = #expect(throws: ResolutionError.self) { try container.require(Audit.self) }
    #expect(error?.path.map(\.description) == ["'Audit'", "'Rule' named \"c\""])
  }

  @Test func `also by names, and a registered list comes first`() throws {
    container.autoregister(Audit.self, initializer: Audit.init(byName:))
    container.autoregister(Audit.self, name: "optional", initializer: Audit.init(optionalByName:))
    for name in [nil, "optional"] {
      #expect(try container.require(Audit.self, name: name).names == ["a", "b"])
    }
    breakOne()
    #expect(throws: ResolutionError.self) { try container.require(Audit.self) }
    container.register([any Rule].self) { _ in [Fixed(name: "own")] }
    let lists = [container.optional([any Rule].self), try container.require(Lazy<[any Rule]>.self).value]
    #expect(lists.map { $0?.map(\.name) } == [["own"], ["own"]])
  }

  @Test func `an element that must be awaited fails it, too`() async throws {
    container.register((any Rule).self, name: "late") { _ async in Fixed(name: "late") }
      .inObjectScope(.container)
    container.autoregister(Audit.self, initializer: Audit.init(rules:))
    expectFailure(.needsAwait) { try container.require(Audit.self) }
    _ = try await container.requireAsync((any Rule).self, name: "late")
    #expect(try container.require(Audit.self).names == ["b", "a", "late"])
  }
}
