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
}
