import Facet
import Testing

private protocol Hot {}
private protocol Sweet {}
private final class Tea: Hot, Sweet, Sendable {}
private struct Box<Content> {}
final class SeasonScope: ObjectScopeProtocol {
  func makeStorage() -> any InstanceStorage { PermanentStorage() }
}
private final class NamedScope: ObjectScopeProtocol, CustomStringConvertible {
  let description = "named"
  func makeStorage() -> any InstanceStorage { PermanentStorage() }
}

/// The text of a container is the one that Swinject's users know: a sorted line for each entry.
@Suite(.timeLimit(.minutes(20))) struct DescriptionTests {
  private let container = Container()

  @Test func `entries with names, arguments, scopes and completions, in whichever order they came`() {
    container.register(Tea.self, name: "green") { (_, _: String) in Tea() }
    container.register(Tea.self) { (_, _: Int?, _: [String]) in Tea() }.inObjectScope(.transient)
    container.register(Hot.self) { _ in Tea() }.inObjectScope(.container)
      .initCompleted { _, _ in }.initCompleted { _, _ in }
    container.register(Box<Int>.self) { _ in Box() }.inObjectScope(.weak)
    container.register((any Hot & Sweet).self) { (_, _: any Hot) in Tea() }
    #expect(
      container.description == """
        [
            { Service: Box<Int>, Factory: Resolver -> Box<Int>, ObjectScope: weak },
            { Service: Hot & Sweet, Factory: (Resolver, Hot) -> Hot & Sweet, ObjectScope: graph },
            { Service: Hot, Factory: Resolver -> Hot, ObjectScope: container, InitCompleted: Specified 2 closures },
            { Service: Tea, Factory: (Resolver, Optional<Int>, Array<String>) -> Tea, ObjectScope: transient },
            { Service: Tea, Name: "green", Factory: (Resolver, String) -> Tea, ObjectScope: graph }
        ]
        """)
  }

  @Test func `a forwarded key shows the service of its entry, and the key's type as the result`() {
    container.register(Hot.self) { (_, _: String) in Tea() }.implements(Tea.self, name: "green")
    #expect(
      container.description == """
        [
            { Service: Hot, Factory: (Resolver, String) -> Hot, ObjectScope: graph },
            { Service: Hot, Name: "green", Factory: (Resolver, String) -> Tea, ObjectScope: graph }
        ]
        """)
  }

  @Test func `a scope shows its description, the name of its type, or its place`() {
    let scopes: [any ObjectScopeProtocol] = [
      ObjectScope(storageFactory: PermanentStorage.init, fileID: "Scopes.swift", line: 3),
      ObjectScope(storageFactory: PermanentStorage.init, description: "session"), SeasonScope(), NamedScope(),
    ]
    for (number, scope) in scopes.enumerated() {
      container.register(Int.self, name: "\(number)") { _ in 1 }.inObjectScope(scope)
    }
    #expect(
      container.description == """
        [
            { Service: Int, Name: "0", Factory: Resolver -> Int, ObjectScope: unnamed (Scopes.swift:3) },
            { Service: Int, Name: "1", Factory: Resolver -> Int, ObjectScope: session },
            { Service: Int, Name: "2", Factory: Resolver -> Int, ObjectScope: RegisteringTests.SeasonScope },
            { Service: Int, Name: "3", Factory: Resolver -> Int, ObjectScope: named }
        ]
        """)
  }

  @Test func `a child shows its own entries alone`() {
    container.register { Tea() }
    let child = Container(parent: container)
    child.register { 1 }
    #expect(child.description == "[\n    { Service: Int, Factory: Resolver -> Int, ObjectScope: graph }\n]")
  }
}
