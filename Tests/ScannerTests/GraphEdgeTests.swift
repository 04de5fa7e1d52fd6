import FacetContainerCheck
import FacetSyntax
import Testing

/// What a service takes, by whatever code its registration runs.
@Suite(.timeLimit(.minutes(20))) struct GraphEdgeTests {
  private func edges(_ text: String) async -> [String] {
    let graph = await ContainerCheck([SourceFile(path: "App.swift", text: text)]).graph()
    return graph.nodes.indices.flatMap { node in
      graph.edges(from: node).map { "\(graph.nodes[node].name) → \(graph.nodes[$0.target].name)" }
    }
  }

  @Test func `A property wrapper of its class is an edge`() async {
    #expect(
      await edges(
        """
        import Swinject
        final class DI {
          static let shared = DI()
          let c = Container()
          func get<T>(_ t: T.Type) -> T { c.resolve(T.self)! }
        }
        @propertyWrapper struct Inject<E> {
          let wrappedValue: E
          init() { wrappedValue = DI.shared.get(E.self) }
        }
        class Base { @Inject var log: Log }
        class Shop: Base { @Inject var tea: Tea }
        func set(c: Container) {
          c.register(Log.self) { _ in Log() }
          c.register(Tea.self) { _ in Tea() }
          c.register(Shop.self) { _ in
            let shop = Shop()
            return shop
          }
        }
        """) == ["Shop → Log", "Shop → Tea"])
  }

  @Test func `What its initializer and a helper of its factory resolve are edges`() async {
    #expect(
      await edges(
        """
        import Facet
        struct Shop {
          let tea: Tea
          init(_ r: any Resolver) { tea = r.resolve(Tea.self)! }
          func later(_ r: any Resolver) { print(r.resolve(Log.self)!) }
        }
        extension Resolver {
          func milk() -> Milk { resolve(Cow.self)!.milk }
        }
        func set(c: Container) {
          c.register(Cow.self) { _ in Cow() }
          c.register(Log.self) { _ in Log() }
          c.register(Tea.self) { r in Tea(r.milk(), r.resolve(Log?.self)) }
          c.register(Shop.self) { Shop($0) }
        }
        """) == ["Tea → Cow", "Tea → Log", "Shop → Tea"])
  }

  @Test func `Needs that no closure of a factory names are edges, too`() async {
    #expect(
      await edges(
        """
        import Facet
        protocol Rule {}
        struct Vat: Rule {}
        struct Both: Rule { init(_ inner: any Rule, _ dep: Dep) {} }
        final class Dep {}
        final class L1 { init(rules: [any Rule]) {} }
        final class L2 { init(rules: [String: any Rule], dep: Dep?) {} }
        final class L3 { @OptionalInjected var dep: Dep? }
        final class L4 {}
        final class L5 {}
        extension Resolver { var dep: Dep { resolve() } }
        func set(c: Container) {
          c.register(Dep.self) { _ in Dep() }
          c.register(Rule.self, name: "vat") { _ in Vat() }
          c.autoregister(L1.self, initializer: L1.init)
          c.autoregister(L2.self, initializer: L2.init)
          c.register(L3.self) { _ in L3() }
          c.register(L4.self) { r in let dep: Dep? = r.optional(); _ = (dep, try r.requireAll(Rule.self)); return L4() }
          c.register(L5.self) { r in _ = r.dep; return L5() }.resolveProperties { r, l in _ = r.optional(L4.self) }
          c.decorate(Rule.self, name: "vat") { r, inner in Both(inner, try r.require()) }
        }
        """) == [
          "Rule \"vat\" → Dep", "L1 → Rule \"vat\"", "L2 → Rule \"vat\"", "L2 → Dep", "L3 → Dep", "L4 → Dep",
          "L4 → Rule \"vat\"", "L5 → Dep", "L5 → L4",
        ])
  }
}
