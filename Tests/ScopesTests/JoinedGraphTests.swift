import Facet
import FacetTestSupport
import Testing

private struct Window {
  let store: Store
  let graph: GraphIdentifier
  let lazy: Lazy<Store>
  let other: Lazy<Panel>
}
private final class Panel {
  let store: Store
  init(_ store: Store) { self.store = store }
}

/// Joining a cycle later: `Lazy`, `GraphIdentifier` and `withObjectGraph`.
@Suite(.timeLimit(.minutes(20))) struct JoinedGraphTests {
  private let container = Container()

  init() {
    container.register { Store() }
    container.register(Panel.self) { r in Panel(r.resolve()) }
    container.register(Window.self) { r in
      Window(
        store: r.resolve(), graph: r.resolve(GraphIdentifier.self)!, lazy: r.resolve(Lazy<Store>.self)!,
        other: r.resolve(Lazy<Panel>.self)!)
    }
  }

  @Test func `a lazy service and its dependencies join its cycle`() throws {
    let window = try container.require(Window.self)
    #expect(window.lazy.instance === window.store)
    #expect(window.other.instance.store === window.store)
  }

  @Test func `a lazy service used within its cycle joins it`() throws {
    container.register((Lazy<Store>, Store, Store).self) { r in
      let lazy = r.resolve(Lazy<Store>.self)!
      return (lazy, lazy.instance, r.resolve())
    }
    let (lazy, first, second) = try container.require((Lazy<Store>, Store, Store).self)
    #expect(first === second && lazy.instance === first)
  }

  @Test func `two lazy services of one cycle share what they build later, and of two cycles nothing`() throws
  {
    container.register((Lazy<Store>, Lazy<Panel>).self) { r in (r.resolve(), r.resolve()) }
    let pairs = try (1...2).map { _ in try container.require((Lazy<Store>, Lazy<Panel>).self) }
    #expect(pairs.allSatisfy { $0.0.instance === $0.1.instance.store })
    #expect(pairs[0].0.instance !== pairs[1].0.instance)
  }

  @Test func `a lazy service does not keep the instances of its cycle`() async throws {
    weak var store: Store?
    let lazy: Lazy<Store>
    do {
      let window = try container.require(Window.self)
      (store, lazy) = (window.store, window.lazy)
    }
    #expect(await isReleased { store })
    _ = lazy.instance
  }

  @Test func `withObjectGraph finds what a cycle has and adds to it, and resolves outside do not`() throws {
    let window = try container.require(Window.self)
    let panels = (1...2).map { _ in
      container.withObjectGraph(window.graph) { _ in container.resolve(Panel.self) }
    }
    #expect(panels.allSatisfy { $0?.store === window.store && $0 === window.other.instance })
    #expect(try container.require(Store.self) !== window.store)
  }

  @Test func `withObjectGraph within a factory leaves the factory's cycle alone`() throws {
    let graph = GraphIdentifier()
    let container = container
    container.register(Panel.self, name: "mixed") { [unowned container] r in
      let mine: Store = r.resolve()
      let theirs = container.withObjectGraph(graph) { _ in container.resolve(Store.self)! }
      #expect(mine !== theirs)
      #expect(r.resolve(Store.self)! === mine)
      return Panel(theirs)
    }
    let panel = try container.require(Panel.self, name: "mixed")
    #expect(container.withObjectGraph(graph) { _ in container.resolve(Store.self) } === panel.store)
  }

  @Test func `withObjectGraph joins a cycle that rests further out`() {
    let (outer, inner) = (GraphIdentifier(), GraphIdentifier())
    let container = container
    func store(in graph: GraphIdentifier) -> Store? {
      container.withObjectGraph(graph) { _ in container.resolve(Store.self) }
    }
    container.withObjectGraph(outer) { _ in
      let first = container.resolve(Store.self)
      container.withObjectGraph(inner) { _ in
        let second = container.resolve(Store.self)
        let third = container.withObjectGraph(outer) { _ in
          let panel = container.resolve(Panel.self)
          #expect(store(in: inner) === second)
          #expect(store(in: GraphIdentifier()) !== second)
          #expect(container.resolve(Panel.self) === panel)
          return panel
        }
        #expect(second !== first)
        #expect(third?.store === first)
        #expect(container.resolve(Store.self) === second)
      }
      #expect(container.resolve(Panel.self)?.store === first)
    }
  }

  @Test func `withObjectGraph rethrows, and the cycle goes on`() throws {
    let graph = GraphIdentifier()
    let store = container.withObjectGraph(graph, closure: { $0.resolve(Store.self) })
    #expect(throws: Broken.self) {
      try container.withObjectGraph(graph) { container in
        #expect(container === self.container)
        #expect(container.resolve(Store.self) === store)
        throw Broken()
      }
    }
    #expect(container.withObjectGraph(graph) { $0.resolve(Store.self) } === store)
  }

  // MARK: - The identifier

  @Test func `a cycle has one identifier at every level, and the next cycle another`() throws {
    container.register([GraphIdentifier?].self) { r in
      [r.resolve(GraphIdentifier.self), r.resolve(), r.resolve(Window.self)!.graph]
    }
    let first = try container.require([GraphIdentifier?].self)
    #expect(first[0] != nil && Set(first).count == 1)
    #expect(try container.require([GraphIdentifier?].self)[0] != first[0])
  }

  @Test func `within an object graph there is its identifier, and outside a cycle none`() throws {
    let (graph, errors) = (GraphIdentifier(), Recorder<ResolutionError.Code>())
    container.failureHandler = { errors.add($0.code) }
    #expect(container.withObjectGraph(graph) { $0.resolve(GraphIdentifier.self) } == graph)
    #expect(container.optional(GraphIdentifier.self) == nil)
    #expect(errors.all == [])
    #expect(container.resolve(GraphIdentifier.self) == nil)
    #expect(errors.all == [.notRegistered])
  }

  // MARK: - Lazy in special places

  @Test func `a lazy service used while its cycle rests joins it`() throws {
    container.register([Store].self) { (r, lazy: Lazy<Panel>) in [r.resolve()!, lazy.instance.store] }
    container.register((Store, Lazy<Panel>, Panel).self) { r in
      let store: Store = r.resolve()
      let lazy = r.resolve(Lazy<Panel>.self)!
      let stores = container.withObjectGraph(GraphIdentifier()) { _ in
        r.resolve([Store].self, argument: lazy)!
      }
      #expect(stores[0] !== store)
      #expect(stores[1] === store)
      return (store, lazy, r.resolve())
    }
    let (store, lazy, panel) = try container.require((Store, Lazy<Panel>, Panel).self)
    #expect(panel === lazy.instance)
    #expect(panel.store === store)
  }

  @Test func `a lazy service of a forwarded key joins the record's instance`() throws {
    container.register { Store() }.implements(AnyObject.self)
    container.register((Store, Lazy<AnyObject>).self) { r in (r.resolve(), r.resolve()) }
    let (store, lazy) = try container.require((Store, Lazy<AnyObject>).self)
    #expect(lazy.instance as? Store === store)
  }
}
