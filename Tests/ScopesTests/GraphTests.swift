import Facet
import Testing

private final class Store {}
private final class Window {
  let store: Store
  let graph: GraphIdentifier
  let lazy: Lazy<Store>
  let other: Lazy<Panel>
  init(_ store: Store, _ graph: GraphIdentifier, _ lazy: Lazy<Store>, _ other: Lazy<Panel>) {
    self.store = store
    self.graph = graph
    self.lazy = lazy
    self.other = other
  }
}
private final class Panel {
  let store: Store
  init(_ store: Store) { self.store = store }
}

/// Joining a cycle later: `Lazy`, `GraphIdentifier` and `withObjectGraph`.
@Suite(.timeLimit(.minutes(20))) struct GraphTests {
  private let container = Container()

  init() {
    container.register { Store() }
    container.register(Panel.self) { r in Panel(r.resolve()) }
    container.register(Window.self) { r in
      Window(
        r.resolve(), r.resolve(GraphIdentifier.self)!, r.resolve(Lazy<Store>.self)!,
        r.resolve(Lazy<Panel>.self)!)
    }
  }

  @Test func `a lazy service joins the instances of its cycle`() throws {
    let window = try container.require(Window.self)
    #expect(window.lazy.instance === window.store)
  }

  @Test func `a lazy service's dependencies join its cycle`() throws {
    let window = try container.require(Window.self)
    #expect(window.other.instance.store === window.store)
  }

  @Test func `a lazy service used within its cycle joins it`() throws {
    container.register(Window.self) { r in
      let lazy = r.resolve(Lazy<Store>.self)!
      let store = lazy.instance
      #expect(r.resolve(Store.self) === store)
      return Window(store, GraphIdentifier(), lazy, r.resolve())
    }
    let window = try container.require(Window.self)
    #expect(window.lazy.instance === window.store)
    #expect(window.other.instance.store === window.store)
  }

  @Test func `two lazy services of one cycle share what they build later`() throws {
    final class Late {
      let first: Lazy<Store>
      let second: Lazy<Panel>
      init(_ first: Lazy<Store>, _ second: Lazy<Panel>) {
        self.first = first
        self.second = second
      }
    }
    container.register(Late.self) { r in Late(r.resolve(), r.resolve()) }
    let late = try container.require(Late.self)
    #expect(late.first.instance === late.second.instance.store)
  }

  @Test func `lazy services of two cycles share nothing`() throws {
    let (first, second) = (try container.require(Window.self), try container.require(Window.self))
    #expect(first.lazy.instance !== second.lazy.instance)
    #expect(first.other.instance.store !== second.other.instance.store)
  }

  @Test func `a lazy service does not keep the instances of its cycle`() throws {
    final class Forgetful {
      let lazy: Lazy<Store>
      let seen: WeakStore
      init(_ lazy: Lazy<Store>, _ seen: WeakStore) {
        self.lazy = lazy
        self.seen = seen
      }
    }
    container.register(Forgetful.self) { r in Forgetful(r.resolve(), WeakStore(r.resolve())) }
    let forgetful = try container.require(Forgetful.self)
    #expect(forgetful.seen.store == nil)
    _ = forgetful.lazy.instance
  }

  @Test func `withObjectGraph finds the instances of a cycle that somebody holds`() throws {
    let window = try container.require(Window.self)
    let store = container.withObjectGraph(window.graph) { _ in container.resolve(Store.self) }
    #expect(store === window.store)
  }

  @Test func `what withObjectGraph builds becomes a part of the cycle`() throws {
    let window = try container.require(Window.self)
    let panel = container.withObjectGraph(window.graph) { _ in container.resolve(Panel.self) }
    #expect(panel?.store === window.store)
    #expect(container.withObjectGraph(window.graph) { _ in container.resolve(Panel.self) } === panel)
    #expect(window.other.instance === panel)
  }

  @Test func `several resolves in one withObjectGraph are one cycle`() {
    let (first, second) = container.withObjectGraph(GraphIdentifier()) { _ in
      (container.resolve(Store.self), container.resolve(Store.self))
    }
    #expect(first === second)
    #expect(first != nil)
  }

  @Test func `outside withObjectGraph the cycle is another one`() throws {
    let window = try container.require(Window.self)
    _ = container.withObjectGraph(window.graph) { _ in container.resolve(Store.self) }
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

  @Test func `withObjectGraph nests`() {
    let (outer, inner) = (GraphIdentifier(), GraphIdentifier())
    container.withObjectGraph(outer) { _ in
      let first = container.resolve(Store.self)
      let second = container.withObjectGraph(inner) { _ in container.resolve(Store.self) }
      let third = container.withObjectGraph(outer) { _ in container.resolve(Store.self) }
      #expect(first !== second)
      #expect(container.resolve(Store.self) === first)
      #expect(third === first)
    }
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
    struct Broken: Error {}
    let graph = GraphIdentifier()
    let store = container.withObjectGraph(graph) { _ in container.resolve(Store.self) }
    #expect(throws: Broken.self) {
      try container.withObjectGraph(graph) { _ in
        _ = container.resolve(Store.self)
        throw Broken()
      }
    }
    #expect(container.withObjectGraph(graph) { _ in container.resolve(Store.self) } === store)
  }

  @Test func `the graph identifier is one within a cycle, and another in the next`() throws {
    container.register([GraphIdentifier].self) { r in
      [r.resolve(GraphIdentifier.self)!, r.resolve(GraphIdentifier.self)!, r.resolve()]
    }
    let first = try container.require([GraphIdentifier].self)
    let second = try container.require([GraphIdentifier].self)
    #expect(Set(first).count == 1)
    #expect(Set(second).count == 1)
    #expect(first != second)
  }

  @Test func `the graph identifier of an inner service is that of the whole cycle`() throws {
    container.register([GraphIdentifier].self) { r in [r.resolve(), r.resolve(Window.self)!.graph] }
    #expect(Set(try container.require([GraphIdentifier].self)).count == 1)
  }

  @Test func `an optional graph identifier is the running one`() throws {
    container.register([GraphIdentifier?].self) { r in [r.resolve(GraphIdentifier.self), r.resolve()] }
    let identifiers = try container.require([GraphIdentifier?].self)
    #expect(identifiers[0] != nil)
    #expect(identifiers[0] == identifiers[1])
  }

  @Test func `the graph identifier within withObjectGraph is the given one`() {
    let graph = GraphIdentifier()
    #expect(container.withObjectGraph(graph) { _ in container.resolve(GraphIdentifier.self) } == graph)
  }

  @Test func `a lazy service used while its cycle rests joins it`() throws {
    final class Office {
      let store: Store
      let lazy: Lazy<Panel>
      let panel: Panel
      init(_ store: Store, _ lazy: Lazy<Panel>, _ panel: Panel) {
        self.store = store
        self.lazy = lazy
        self.panel = panel
      }
    }
    container.register([Store].self) { (r, lazy: Lazy<Panel>) in [r.resolve()!, lazy.instance.store] }
    container.register(Office.self) { r in
      let store: Store = r.resolve()
      let lazy = r.resolve(Lazy<Panel>.self)!
      let stores = container.withObjectGraph(GraphIdentifier()) { _ in
        r.resolve([Store].self, argument: lazy)!
      }
      #expect(stores[0] !== store)
      #expect(stores[1] === store)
      return Office(store, lazy, r.resolve())
    }
    let office = try container.require(Office.self)
    #expect(office.panel === office.lazy.instance)
    #expect(office.panel.store === office.store)
  }

  @Test func `a lazy service of a forwarded key joins the record's instance`() throws {
    final class Holder {
      let store: Store
      let lazy: Lazy<AnyObject>
      init(_ store: Store, _ lazy: Lazy<AnyObject>) {
        self.store = store
        self.lazy = lazy
      }
    }
    container.register { Store() }.implements(AnyObject.self)
    container.register(Holder.self) { r in Holder(r.resolve(), r.resolve()) }
    let holder = try container.require(Holder.self)
    #expect(holder.lazy.instance as? Store === holder.store)
  }
}

private final class WeakStore {
  weak var store: Store?
  init(_ store: Store) { self.store = store }
}
