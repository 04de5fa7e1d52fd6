import FacetContainerCheck
import FacetSyntax
import FacetTestSupport
import Testing

/// A resolve that cannot be read is counted, with its place.
@Suite(.timeLimit(.minutes(20))) struct UnreadTests {
  private func check(_ text: String, findsUnused: Bool = false) async -> ContainerCheck {
    let start = "import Facet\nfinal class Cup {}\nprotocol Rule {}\nstruct Vat: Rule {}\n"
    return await ContainerCheck(
      [SourceFile(path: "App.swift", text: start + text + "\n")], findsUnused: findsUnused)
  }

  @Test(
    arguments: [
      "func get<S>(_ t: S.Type, _ c: Container) -> S { c.resolve(t)! }\nfunc f(c: Container) -> Cup { get(Cup.self, c) }",
      "struct Get { let c: Container; func callAsFunction<S>(_ t: S.Type) -> S { c.resolve(t)! } }\nlet get = Get(c: Container())\nlet cup = get(Cup.self)",
      "extension Container { subscript<S>(_ t: S.Type) -> S { resolve(t)! } }\nfunc f(c: Container) -> Cup { c[Cup.self] }",
      "enum DI { static let c = Container(); static subscript<S>(_ t: S.Type) -> S { c.resolve(t)! } }\nlet cup = DI[Cup.self]",
      "let get: (Container) -> Cup = { $0.resolve()! }",
      "func maker<S>(_ t: S.Type) -> (Container) -> S { { c in c.resolve(S.self)! } }\nlet cup = maker(Cup.self)(Container())",
      "@propertyWrapper struct Inject<S> { let wrappedValue: S; init(from c: Container) { wrappedValue = c.resolve(S.self)! } }\nfunc f(c: Container) { _ = Inject<Cup>(from: c) }",
      "final class DI { let c = Container(); func get<S>(_ t: S.Type) -> S { c.resolve(t)! } }\nlet f: (Cup.Type) -> Cup = DI().get",
      "infix operator <~\nfunc <~ <S>(c: Container, t: S.Type) -> S { c.resolve(t)! }\nfunc f(c: Container) -> Cup { c <~ Cup.self }",
      "protocol Feature { associatedtype Service }\nextension Feature { func get(_ c: Container) -> Service { c.resolve(Service.self)! } }\nstruct A: Feature { typealias Service = Cup }\nfunc f(c: Container) -> Cup { A().get(c) }",
      "func f(c: Container) { print(\"\\(c.resolve(Cup.self)!)\") }",
      "func f(s: Session) { _ = s.scope.resolve(Cup.self)! }",
    ])
  func `A resolve in a helper is judged where that is called, or counted`(_ text: String) async {
    let found = await check(text)
    #expect(!found.diagnostics.isEmpty || found.coverage.unjudgedCount > 0, "\(text)")
    #expect(found.diagnostics.isEmpty || found.coverage.gaps.isEmpty, "\(text)")
  }

  @Test func `A helper that nothing calls is told with its place`() async {
    let found = await check("extension Container { subscript<S>(_ t: S.Type) -> S { resolve(t)! } }")
    #expect(
      found.coverage.gaps.map { "\($0.location): \($0.message)" } == [
        "App.swift:5:56: no call of the generic function in which this is resolved is read"
      ])
  }

  // MARK: - Containers that a closure gets

  @Test(
    arguments: [
      "let c = Container { box in box.register { Cup() } }",
      "let c = Container(parent: Container()) { box in box.register { Cup() } }",
      "let c = Container()\nfunc f() throws { try c.withChild { kid in kid.register { Cup() } } }",
      "let c = Container().overriding { box in box.register(Cup.self) { _ in Cup() } }",
      "let c = Container()\nfunc f() { c.registerAtomically { box in box.register { Cup() } } }",
      "func make(_ fill: (Container) -> Void) -> Container { let c = Container(); fill(c); return c }\nlet c = make { box in box.register { Cup() } }",
      "func make(to name: String, _ fill: (String, Container) -> Void) {}\nlet c = Container()\nfunc f() { make(to: \"\") { name, box in box.register { Cup() } } }",
      "let fill: (Container) -> Void = { box in box.register { Cup() } }\nlet c = Container(registeringClosure: fill)",
    ])
  func `What a closure gets is the container that it is handed`(_ text: String) async {
    let end = "\nfunc g() { _ = c.resolve(Cup.self)!; _ = c.resolve(Rule.self)! }"
    let found = await check(text + end)
    #expect(
      found.diagnostics.map(\.message) == ["nothing registers 'Rule'; the '!' stops the program here"],
      "\(text)")
    #expect(found.registrationCount == 1)
  }

  @Test func `What is completed is the service that is registered`() async {
    let text = """
      final class Pot { var cup = Cup(); var rule: any Rule = Vat() }
      func f(c: Container, d: Container) {
        c.register(Pot.self) { _ in Pot() }.resolveProperties { r, pot in pot.cup = try r.require() }
        d.register { Pot() }.initCompleted { r, pot in pot.rule = r.resolve(name: "vat") }
        _ = c.resolve(Pot.self)
      }
      """
    #expect(
      await check(text).diagnostics.map(\.message) == [
        "nothing registers 'Cup'", "nothing registers 'Rule' named \"vat\"",
      ])
  }

  @Test func `What a closure gets may be a container that nobody sees`() async {
    let text =
      "func f(_ all: [(Container) -> Void]) {}\nfunc g(c: Container) { f([{ box in box.register { Cup() } }]); _ = c.resolve(Cup.self)! }"
    #expect(await check(text).diagnostics == [])
  }

  // MARK: - Unused registrations

  private static let services =
    "func set(z: Container) { z.register(Cup.self) { _ in Cup() }; z.register(Rule.self, name: \"vat\") { _ in Vat() } }\n"

  @Test(
    arguments: [
      "c.resolve(Cup.self), c.resolve(Rule.self, name: \"vat\")",
      "try c.require(Cup.self), c.optional((any Rule).self, name: \"vat\")",
      "c.resolveAll(Cup.self), try c.requireAll((any Rule).self)",
      "c.resolveAllByName(Cup.self), c.resolveAllByName(Rule.self)",
      "c.resolve(Cup?.self), c.resolve(Lazy<[any Rule]>.self)",
      "try c.requireAll(Lazy<Cup>.self), c.resolveAll(Provider<any Rule>.self)",
      "c.resolve(Lazy<Cup?>.self), try c.require(Lazy<[any Rule]?>.self)",
      "c.resolve(Cup.self) ?? Cup(), c.resolve(Rule.self, name: [\"vat\"][0])",
      "\"\\(c.resolve(Cup.self)!)\", \"\\(c.resolve(Rule.self, name: \"vat\")!)\"",
      "c.optional() ?? Cup(), c.optional(name: \"vat\") ?? Vat()",
    ])
  func `What is resolved in any way is used`(_ ways: String) async {
    let found = await check(
      Self.services + "func use(c: Container) throws { _ = (\(ways)) }", findsUnused: true)
    #expect(found.diagnostics == [], "\(ways)")
  }

  @Test(
    arguments: [
      "final class S { @Injected var cup: Cup; @OptionalInjected(name: \"vat\") var r: (any Rule)? }",
      "final class S { @WeakLazyInjected var cup: Cup?; @LazyInjected(name: \"vat\") var r: any Rule }",
      "func f(c: Container) async throws { _ = try await (c.requireAsync(Cup.self), c.requireAllAsync(Rule.self)) }",
      "final class K { init(_ a: [Cup], _ b: [String: any Rule]) {} }\nfunc f(c: Container) { c.autoregister(K.self, initializer: K.init); _ = c.resolve(K.self) }",
      "final class T {}\nfunc f(c: Container) { c.register(T.self) { _ in T() }; c.decorate(T.self) { r, t in _ = (r.optional(Cup.self), r.resolveAll(Rule.self)); return t }; _ = c.resolve(T.self) }",
      "extension Container { subscript<S>(_ t: S.Type) -> S? { optional(t) } }\nfunc f(c: Container) { _ = c[Cup.self] }",
    ])
  func `What is needed in any way is used`(_ text: String) async {
    #expect(await check(Self.services + text, findsUnused: true).diagnostics == [], "\(text)")
  }

  @Test func `A service that starts eagerly is used`() async {
    let text =
      "func set(c: Container) { c.register(Cup.self) { _ in Cup() }.inObjectScope(.container).startsEagerly() }"
    #expect(await check(text, findsUnused: true).diagnostics == [])
  }

  @Test func `All ways to resolve, all wrappers, and all that hands out a container are known`() throws {
    let symbols = try Repository.text("Tests/DocumentationTests/PublicSymbols/Facet.txt").split(
      separator: "\n")
    let functions = symbols.compactMap { line -> String? in
      guard line.hasPrefix("Resolver."), line.contains("  ") else { return nil }
      return String(line.dropFirst(9).prefix { $0 != "(" })
    }
    let ways = Set(functions).subtracting(["provide"]).filter { !$0.contains(" ") }
    #expect(ways.subtracting(ContainerCall.wrapping.keys) == [])
    let wrappers = symbols.filter { $0.contains("@propertyWrapper") }.map { String($0.prefix { $0 != " " }) }
    let lending = try ["Facet", "FacetTesting", "FacetSwiftUI"].flatMap { module in
      try Repository.text("Tests/DocumentationTests/PublicSymbols/\(module).txt").split(separator: "\n")
    }.filter { $0.contains("(Container)") && $0.contains("->") }.map { line in
      let name = line.prefix { $0 != "(" && $0 != " " }
      return name == "Container.init" ? "Container" : String(name.split(separator: ".").last ?? "")
    }
    #expect(lending.count > 8)
    #expect(Set(lending).subtracting(ContainerCall.lending) == [])
    #expect(wrappers.count > 3)
    #expect(Set(wrappers).subtracting(ContainerCall.wrappers) == [])
  }
}
