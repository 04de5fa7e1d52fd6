import FacetContainerCheck
import FacetSyntax
import Testing

/// With strictness, services that threads may share must be safe for threads.
@Suite(.timeLimit(.minutes(20))) struct SharingTests {
  private func check(_ text: String) async -> [String] {
    let start = "import Facet\nfinal class Counter { var n = 0 }\n"
    let file = SourceFile(path: "App.swift", text: start + text + "\n")
    return await ContainerCheck([file], isStrict: true).findings.map { "\($0.severity.rawValue) \($0.kind)" }
  }

  @Test(
    arguments: [
      "func s(_ c: Container) { let e = c.register { Counter() }\n e.inObjectScope(.container) }",
      "func s(_ c: Container) { let e = c.register { Counter() }\n e.implements(AnyObject.self).inObjectScope(.weak) }",
      "let c = Container(defaultObjectScope: .container)\nfunc s() { c.register { Counter() } }",
      "struct A: Assembly { func assemble(container: Container) { container.register { Counter() } } }\nlet a = Assembler([A()], parent: nil, defaultObjectScope: .container)",
      "func s() { Container.main.defaultObjectScope = .container; Container.main.register { Counter() } }",
      "extension ObjectScope { static let session = ObjectScope(storageFactory: PermanentStorage.init) }\nfunc s(_ c: Container) { c.register { Counter() }.inObjectScope(.session) }",
      "enum Scopes { static let session = ObjectScope(storageFactory: { PermanentStorage() }) }\nfunc s(_ c: Container) { c.register { Counter() }.inObjectScope(Scopes.session) }",
      "extension ObjectScope { static var session: ObjectScope { .container } }\nfunc s(_ c: Container) { c.register { Counter() }.inObjectScope(.session) }",
      "func s(_ c: Container) { let scope = ObjectScope.container; c.register { Counter() }.inObjectScope(scope) }",
      "extension Container { func single<S>(_ t: S.Type = S.self, _ f: @escaping @Sendable () -> S) { register(t) { _ in f() }.inObjectScope(.container) } }\nfunc s(_ c: Container) { c.single { Counter() } }",
      "extension Container { func add<S>(_ t: S.Type, scope: ObjectScope, _ f: @escaping @Sendable (any Resolver) -> S) { register(t, factory: f).inObjectScope(scope) } }\nfunc s(_ c: Container) { c.add(Counter.self, scope: .container) { _ in Counter() } }",
      "extension ServiceEntry { func shared() -> Self { inObjectScope(.container) } }\nfunc s(_ c: Container) { c.register { Counter() }.shared() }",
      "@propertyWrapper struct ViewActor { var wrappedValue: Int }\nclass K { @ViewActor var n = 1 }\nfunc s(_ c: Container) { c.register { K() }.inObjectScope(.container) }",
    ])
  func `A shared scope is one, however it is set`(_ text: String) async {
    #expect(await check(text) == ["error sharing"], "\(text)")
  }

  private static let actor = "@globalActor actor Db { static let shared = Db() }\n"

  @Test(
    arguments: [
      "func s(_ c: Container) { c.register { Counter() }.inObjectScope(.graph) }",
      "let one = Container(defaultObjectScope: .container)\nlet two = Container()\nfunc s() { two.register { Counter() } }",
      "extension ObjectScope { static let mine = ObjectScope(storageFactory: TransientStorage.init) }\nfunc s(_ c: Container) { c.register { Counter() }.inObjectScope(.mine) }",
      "extension ObjectScope { static let mine = ObjectScope(storageFactory: { GraphStorage() }) }\nfunc s(_ c: Container) { c.register { Counter() }.inObjectScope(.mine) }",
      "func s(_ c: Container) { let e = c.register { Counter() }.inObjectScope(.container)\n e.inObjectScope(.graph) }",
      "extension Container { func add<S>(_ t: S.Type, scope: ObjectScope = .graph, _ f: @escaping @Sendable (any Resolver) -> S) { register(t, factory: f).inObjectScope(scope) } }\nfunc s(_ c: Container) { c.add(Counter.self) { _ in Counter() } }",
      actor
        + "@Db final class M { var n = 0 }\nfunc s(_ c: Container) { c.register(M.self) { @Db _ in M() }.inObjectScope(.container) }",
      actor
        + "@Db protocol P {}\nfinal class M: P { var n = 0 }\nfunc s(_ c: Container) { c.register(P.self) { @Db _ in M() }.inObjectScope(.container) }",
      actor
        + "protocol P {}\nfinal class M: @Db P { var n = 0 }\nfunc s(_ c: Container) { c.register(P.self) { _ in M() }.inObjectScope(.container) }",
      actor + "@Db func s(_ c: Container) { c.register { Counter() }.inObjectScope(.container) }",
    ])
  func `What is not shared, or belongs to an actor, is no error`(_ text: String) async {
    #expect(await check(text) == [], "\(text)")
  }
}
