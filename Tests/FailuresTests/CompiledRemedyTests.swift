import Facet
import Foundation
import Testing
import FacetTestSupport

private protocol Source<Value> { associatedtype Value }
private protocol Rack<Upper, Lower> {
  associatedtype Upper
  associatedtype Lower
}
private struct Box<Content> {}

/// The code that messages propose: a client package compiles it with every upcoming feature, in `Tests/Clients/Remedies`.
@Suite(.timeLimit(.minutes(20))) struct CompiledRemedyTests {
  private let container = Container()

  /// Whether the last remedy is to register, by this code; which the client has.
  private func expectRegistration<Service, each Argument>(
    _ code: String, of serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let last = container.reason(for: serviceType, name: name, repeat each arguments).remedies?.last
    #expect(last == "Register it: container.\(code) in … }", sourceLocation: sourceLocation)
    try expectCompiled("container.\(code) in made()", sourceLocation)
  }

  private func expectCompiled(
    _ code: String, _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let client = try Repository.text("Tests/Clients/Remedies/Remedies.swift")
    #expect(client.contains(code), "\(code)", sourceLocation: sourceLocation)
  }

  @Test func `a protocol and a composition are written as code has them`() throws {
    try expectRegistration("register(Tea.self) { resolver", of: Tea.self)
    try expectRegistration(
      "register(Tea.self, name: \"green\") { (resolver, int: Int)", of: Tea.self, name: "green", 1)
    try expectRegistration("register((any Drink).self) { resolver", of: (any Drink).self)
    try expectRegistration(
      "register((any Drink & Hot).self) { resolver", of: (any Drink & Hot & Sendable).self)
    try expectRegistration("register((any Bottle & Drink).self) { resolver", of: (any Bottle & Drink).self)
  }

  @Test func `a protocol within another type is found where its arguments are known`() throws {
    try expectRegistration(
      "register([String: [any Drink]].self) { resolver", of: [String: [any Drink]].self)
    try expectRegistration(
      "register(Result<any Drink, any Error>.self) { resolver", of: Result<any Drink, any Error>.self)
    try expectRegistration("register(Box<Tea>.self) { resolver", of: Box<Tea>.self)
    try expectRegistration("register((any Drink.Type).self) { resolver", of: (any Drink.Type).self)
    try expectRegistration("register(Tea.Type.self) { resolver", of: Tea.Type.self)
  }

  @Test func `what code cannot name for sure is inferred from the factory`() throws {
    let byInference = "Register it, by a factory that returns it: container."
    func expectInference<Service>(_ serviceType: Service.Type) {
      #expect(container.reason(for: serviceType).remedies == [byInference + "register { resolver in … }"])
    }
    expectInference((any Source<Double>).self)
    expectInference((any Rack<Int, String>).self)
    expectInference((any Hot & Source<Double>).self)
    expectInference(Box<any Drink & Hot>.self)
    expectInference((any Drink).Type.self)
    expectInference(((Int) -> [Int]).self)
    expectInference((@Sendable (Tea) -> any Drink).self)
    #expect(
      container.reason(for: (any Rack<Int, String>).self, name: "green", 1).remedies == [
        byInference + "register(name: \"green\") { (resolver, int: Int) in … }"
      ])
    try expectCompiled("container.register { resolver in made() as any Rack<Int, String>")
    try expectCompiled("container.register { resolver in made() as @Sendable (Tea) -> any Drink")
    try expectCompiled("container.register(name: \"green\") { (resolver, int: Int) in made()")
  }

  @Test func `parameters of one kind are numbered, none is a keyword, and a tuple is left to the compiler`() {
    struct In {}
    let errors = [
      container.reason(for: Tea.self, 1, Cup(), 2, Int?.none, Cup()), container.reason(for: Tea.self, In()),
      container.reason(for: Tea.self, (1, "a")),
    ]
    let parameters = [
      "(resolver, int: Int, cup: Cup, int2: Int, optional: Int?, cup2: Cup)", "(resolver, `in`: In)",
      "resolver, argument",
    ]
    #expect(
      errors.map(\.remedies)
        == parameters.map { ["Register it: container.register(Tea.self) { \($0) in … }"] }
    )
  }

  @Test func `an argument is passed as the protocol that a registration takes`() throws {
    let remedy = "If the arguments conform to the types of a registration above, pass them as these: "
    container.register(Tea.self) { (_, _: any Drink) in Tea() }
    let error = container.reason(for: Tea.self, Flask())
    #expect(error.near == ["'Tea' with arguments (Drink)"])
    #expect(
      error.remedies == [
        remedy + "argument: … as any Drink",
        "Register it: container.register(Tea.self) { (resolver, flask: Flask) in … }",
      ])
    try expectCompiled("container.resolve(Tea.self, argument: flask as any Drink)")
    container.register(Tea.self) { (_, _: Int, _: any Drink) in Tea() }
    #expect(
      container.reason(for: Tea.self, 1, Flask()).remedies?.first == remedy + "arguments: …, … as any Drink")
    try expectCompiled("container.resolve(Tea.self, arguments: 1, flask as any Drink)")
  }

  @Test func `an argument is passed as the superclass that fits, before a protocol that may`() throws {
    let remedy = "Pass the argument types of a registration above: "
    container.register(Tea.self) { (_, _: any Drink) in Tea() }
    container.register(Tea.self) { (_, _: Bottle) in Tea() }
    #expect(container.reason(for: Tea.self, Flask()).remedies?.first == remedy + "argument: … as Bottle")
    try expectCompiled("container.resolve(Tea.self, argument: flask as Bottle)")
    container.register(Cup.self) { (_, _: Int, _: Bottle) in Cup() }
    #expect(
      container.reason(for: Cup.self, 1, Flask()).remedies?.first == remedy + "arguments: …, … as Bottle")
  }

  @Test func `a parameter that was inferred as an optional is given its type`() throws {
    @Sendable func store(_ name: String?) -> Tea { Tea() }
    container.register(Tea.self) { _, name in store(name) }
    let error = container.reason(for: Tea.self, "green")
    #expect(error.near == ["'Tea' with arguments (String?)"])
    #expect(
      error.remedies == [
        "If the type of a parameter above was inferred as an optional, write it there: { (resolver, string: String) in … }",
        "Pass the argument types of a registration above: argument: … as String?",
        "Register it: container.register(Tea.self) { (resolver, string: String) in … }",
      ])
    try expectCompiled("{ (resolver, string: String) in made() }")
    try expectCompiled("container.resolve(Tea.self, argument: \"\" as String?)")
  }

  @Test func `an array is what resolveAll gives, and a dictionary what resolveAllByName gives`() throws {
    func expectFirst<Service>(_ remedy: String, for type: Service.Type) {
      #expect(container.reason(for: type).remedies?.first == remedy)
    }
    container.register((any Drink).self, name: "a") { _ in Tea() }
    #expect(container.reason(for: [any Drink].self).near == ["'Drink' named \"a\""])
    expectFirst("Resolve all of them: container.resolveAll((any Drink).self)", for: [any Drink].self)
    expectFirst(
      "Resolve all of them: container.resolveAll(Lazy<any Drink>.self)", for: [Lazy<any Drink>].self)
    expectFirst(
      "Resolve all named services: container.resolveAllByName((any Drink).self)",
      for: [String: any Drink].self)
    for code in ["All((any Drink).self)", "All(Lazy<any Drink>.self)", "AllByName((any Drink).self)"] {
      try expectCompiled("container.resolve" + code)
    }
    // Nothing is near, or it takes arguments that the array was not asked with.
    expectFirst("Register it: container.register([Cup].self) { resolver in … }", for: [Cup].self)
    container.register(Cup.self) { (_, _: Int) in Cup() }
    #expect(container.reason(for: [Cup].self).remedies?.count == 1)
    #expect(
      container.reason(for: [Cup].self, 1).remedies?.first
        == "Resolve all of them: container.resolveAll(Cup.self, arguments: …)")
  }

  @Test func `the protocols of a composition are near, and so is a composition of a protocol`() throws {
    container.register((any Drink).self) { _ in Flask() }
    container.register(Bottle.self) { _ in Flask() }
    let error = container.reason(for: (any Bottle & Drink).self)
    #expect(error.near == ["'Drink'", "'Bottle'"])
    #expect(
      error.remedies?.first
        == "If the service of a registration above conforms to all of these protocols, forward it: .implements((any Bottle & Drink).self)"
    )
    try expectCompiled(".implements((any Bottle & Drink).self)")
    container.register((any Hot & Source<Int>).self) { _ in fatalError() }
    let part = container.reason(for: (any Source<Int>).self)
    #expect(part?.key.description == "'Source<Source.Value == Int>'")
    #expect(part.near == ["'Hot & Source<Source.Value == Int>'"])
  }
}
