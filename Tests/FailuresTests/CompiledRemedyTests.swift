import Facet
import Foundation
import Testing
import FacetTestSupport

private protocol Drink: Sendable {}
private protocol Hot {}
private protocol Source<Value> { associatedtype Value }
private protocol Rack<Upper, Lower> {
  associatedtype Upper
  associatedtype Lower
}
private class Bottle: @unchecked Sendable {}
private final class Flask: Bottle, Drink, @unchecked Sendable {}
private struct Tea: Drink {}
private struct Cup {}
private struct Box<Content> {}

/// The code that messages propose: a client package compiles it with every upcoming feature, in `Tests/Clients/Remedies`.
@Suite(.timeLimit(.minutes(20))) struct CompiledRemedyTests {
  private let container = Container()

  private func remedies<Service, each Argument>(
    of serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument
  ) -> [String] {
    let error = #expect(throws: ResolutionError.self) {
      try container.require(serviceType, name: name, arguments: repeat each arguments)
    }
    return error?.description.split(separator: "\n").filter { $0.hasPrefix("  • ") }.map(String.init) ?? []
  }

  /// Whether the last remedy is to register, by this code; which the client has.
  private func expectRegistration<Service, each Argument>(
    _ code: String, of serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let last = remedies(of: serviceType, name: name, repeat each arguments).last
    #expect(last == "  • Register it: container.\(code) in … }", sourceLocation: sourceLocation)
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
      "register(Dictionary<String, Array<any Drink>>.self) { resolver", of: [String: [any Drink]].self)
    try expectRegistration(
      "register(Result<any Drink, any Error>.self) { resolver", of: Result<any Drink, any Error>.self)
    try expectRegistration("register(Box<Tea>.self) { resolver", of: Box<Tea>.self)
    try expectRegistration("register((any Drink.Type).self) { resolver", of: (any Drink.Type).self)
    try expectRegistration("register(Tea.Type.self) { resolver", of: Tea.Type.self)
  }

  @Test func `what code cannot name for sure is inferred from the factory`() throws {
    let byInference = "  • Register it, by a factory that returns it: container."
    func expectInference<Service>(_ serviceType: Service.Type) {
      #expect(remedies(of: serviceType) == [byInference + "register { resolver in … }"])
    }
    expectInference((any Source<Double>).self)
    expectInference((any Rack<Int, String>).self)
    expectInference((any Hot & Source<Double>).self)
    expectInference(Box<any Drink & Hot>.self)
    expectInference((any Drink).Type.self)
    expectInference(((Int) -> [Int]).self)
    expectInference((@Sendable (Tea) -> any Drink).self)
    #expect(
      remedies(of: (any Rack<Int, String>).self, name: "green", 1) == [
        byInference + "register(name: \"green\") { (resolver, int: Int) in … }"
      ])
    try expectCompiled("container.register { resolver in made() as any Rack<Int, String>")
    try expectCompiled("container.register { resolver in made() as @Sendable (Tea) -> any Drink")
    try expectCompiled("container.register(name: \"green\") { (resolver, int: Int) in made()")
  }

  @Test func `a constrained composition is named with its constraints`() {
    let error = #expect(throws: ResolutionError.self) {
      try container.require((any Hot & Source<Double>).self)
    }
    #expect(
      error?.description == """
        No registration matches 'Hot & Source<Source.Value == Double>'.

          Path:   Hot & Source<Source.Value == Double>

        To fix this, do one of:
          • Register it, by a factory that returns it: container.register { resolver in … }
        """)
  }

  @Test func `an argument of a protocol is passed as that`() throws {
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { (_, _: any Drink) in Tea() }
    let error = #expect(throws: ResolutionError.self) { try container.require(Tea.self, argument: Flask()) }
    #expect(
      error?.description == """
        No registration matches 'Tea' with arguments (Flask).

          Path:   Tea
          Near:   'Tea' with arguments (Drink)   registered at Tea.swift:3

        To fix this, do one of:
          • If the arguments conform to the types of a registration above, pass them as these: argument: … as any Drink
          • Register it: container.register(Tea.self) { (resolver, flask: Flask) in … }
        """)
    try expectCompiled("container.resolve(Tea.self, argument: flask as any Drink)")
    container.register(Tea.self, fileID: "Tea.swift", line: 4) { (_, _: Int, _: any Drink) in Tea() }
    #expect(
      remedies(of: Tea.self, 1, Flask()).first
        == "  • If the arguments conform to the types of a registration above, pass them as these: arguments: …, … as any Drink"
    )
    try expectCompiled("container.resolve(Tea.self, arguments: 1, flask as any Drink)")
  }

  @Test func `a superclass that fits for sure comes before a protocol that may`() throws {
    container.register(Tea.self) { (_, _: any Drink) in Tea() }
    container.register(Tea.self) { (_, _: Bottle) in Tea() }
    #expect(
      remedies(of: Tea.self, Flask()).first
        == "  • Pass the argument types of a registration above: argument: … as Bottle")
    try expectCompiled("container.resolve(Tea.self, argument: flask as Bottle)")
  }

  @Test func `a parameter that was inferred as an optional is given its type`() throws {
    @Sendable func store(_ name: String?) -> Tea { Tea() }
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { _, name in store(name) }
    let error = #expect(throws: ResolutionError.self) { try container.require(Tea.self, argument: "green") }
    #expect(
      error?.description == """
        No registration matches 'Tea' with arguments (String).

          Path:   Tea
          Near:   'Tea' with arguments (Optional<String>)   registered at Tea.swift:3

        To fix this, do one of:
          • If the type of a parameter above was inferred as an optional, write it there: { (resolver, string: String) in … }
          • Pass the argument types of a registration above: argument: … as Optional<String>
          • Register it: container.register(Tea.self) { (resolver, string: String) in … }
        """)
    try expectCompiled("{ (resolver, string: String) in made() }")
    try expectCompiled("container.resolve(Tea.self, argument: \"\" as Optional<String>)")
  }

  @Test func `an array is what resolveAll gives, and a dictionary what resolveAllByName gives`() throws {
    container.register((any Drink).self, name: "a", fileID: "Tea.swift", line: 3) { _ in Tea() }
    let error = #expect(throws: ResolutionError.self) { try container.require([any Drink].self) }
    #expect(
      error?.description == """
        No registration matches 'Array<Drink>'.

          Path:   Array<Drink>
          Near:   'Drink' named "a"   registered at Tea.swift:3

        To fix this, do one of:
          • Resolve all of them: container.resolveAll((any Drink).self)
          • Register it: container.register(Array<any Drink>.self) { resolver in … }
        """)
    #expect(
      remedies(of: [Lazy<any Drink>].self).first
        == "  • Resolve all of them: container.resolveAll(Lazy<any Drink>.self)")
    #expect(
      remedies(of: [String: any Drink].self).first
        == "  • Resolve all named services: container.resolveAllByName((any Drink).self)")
    for code in ["All((any Drink).self)", "All(Lazy<any Drink>.self)", "AllByName((any Drink).self)"] {
      try expectCompiled("container.resolve" + code)
    }
    // Nothing is near, or it takes arguments that the array was not asked with.
    #expect(
      remedies(of: [Cup].self) == ["  • Register it: container.register(Array<Cup>.self) { resolver in … }"])
    container.register(Cup.self) { (_, _: Int) in Cup() }
    #expect(remedies(of: [Cup].self).count == 1)
    #expect(
      remedies(of: [Cup].self, 1).first
        == "  • Resolve all of them: container.resolveAll(Cup.self, argument: …)")
  }

  @Test func `the protocols of a composition are near, and so is a composition of a protocol`() throws {
    container.register((any Drink).self, fileID: "Tea.swift", line: 3) { _ in Flask() }
    container.register(Bottle.self, fileID: "Tea.swift", line: 4) { _ in Flask() }
    let error = #expect(throws: ResolutionError.self) { try container.require((any Bottle & Drink).self) }
    #expect(
      error?.description == """
        No registration matches 'Bottle & Drink'.

          Path:   Bottle & Drink
          Near:   'Drink'    registered at Tea.swift:3
                  'Bottle'   registered at Tea.swift:4

        To fix this, do one of:
          • If the service of a registration above conforms to all of these protocols, forward it: .implements((any Bottle & Drink).self)
          • Register it: container.register((any Bottle & Drink).self) { resolver in … }
        """)
    try expectCompiled(".implements((any Bottle & Drink).self)")
    container.register((any Hot & Source<Int>).self, fileID: "Tea.swift", line: 5) { _ in fatalError() }
    let part = #expect(throws: ResolutionError.self) { try container.require((any Source<Int>).self) }
    #expect(
      part?.description == """
        No registration matches 'Source<Source.Value == Int>'.

          Path:   Source<Source.Value == Int>
          Near:   'Hot & Source<Source.Value == Int>'   registered at Tea.swift:5

        To fix this, do one of:
          • Register it, by a factory that returns it: container.register { resolver in … }
        """)
  }
}
