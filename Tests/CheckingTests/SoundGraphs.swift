import Facet
import FacetInspection
import FacetTestSupport

private final class Optionally: Sendable {
  init(leaf: Leaf?, later: Lazy<Leaf?>, graph: Lazy<GraphIdentifier>) {}
}
private final class Lists: Sendable {
  init(
    list: [Tea], lazies: [Lazy<Tea>], lazy: Lazy<[Tea]>, maybe: [Tea]?, byName: Provider<[String: Tea]>
  ) {}
}

extension Wiring {
  /// Those that applications have every day: nothing is wrong with them, and nothing is reported.
  static let sound = [
    Wiring(
      "a service of the default scope under many shared ones, and under one with arguments",
      options: { $0.arguments(for: Shop.self, 1) }
    ) { container in
      container.register(Water.self) { _ in Water() }
      for number in 0..<10 {
        container.register(Cup.self, name: "\(number)") { r in Cup(try r.require(Water.self)) }
          .inObjectScope(.container)
      }
      container.register(Saucer.self) { r in Saucer(try r.require(Water.self)) }
      container.register(Shop.self) { (r, _: Int) in Shop(try r.require(Water.self)) }
        .inObjectScope(.perArgument)
    },
    Wiring("models over shared stores, and a coordinator that is set later") { container in
      container.register(Tea.self) { _ in Tea() }.inObjectScope(.container).implements((any Drink).self)
      container.register(Saucer.self) { r in Saucer(try r.require((any Drink).self)) }
        .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
      container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
        .initCompleted { r, cup in cup.saucer = r.resolve(Saucer.self) }
      container.register(Shop.self) { r in Shop(try r.require(Cup.self)) }.inObjectScope(.transient)
    },
    Wiring("a copy with overrides") {
      let container = Container()
      container.register((any Drink).self) { _ in Tea() }.inObjectScope(.container)
      container.register(Cup.self) { r in Cup(try r.require((any Drink).self)) }
      return container.overriding { $0.register((any Drink).self) { _ in GreenTea() } }
    },
    Wiring("a copy with overrides, over a child that decorates what its parent registers, too") {
      let parent = Container()
      parent.register((any Drink).self) { _ in Tea() }
      let child = Container(parent: parent)
      child.register((any Drink).self) { _ in Tea() }
      child.decorate((any Drink).self) { _, inner in inner }
      return child.overriding { $0.register((any Drink).self) { _ in GreenTea() } }
    },
    Wiring("a session, whose services hold one another and what is shared, and which is asked anew each time")
    {
      container in
      container.register(Water.self) { _ in Water() }.inObjectScope(.container)
      container.register(Tea.self) { r in
        _ = try r.require(Water.self)
        return Tea()
      }.inObjectScope(.session)
      container.register(Saucer.self) { r in Saucer(try r.require(Tea.self)) }.inObjectScope(.session)
      container.register(Shop.self) { r in Shop(try r.require(Saucer.self)) }
      container.register(Cup.self) { r in Cup(try r.require(Provider<Tea>.self)) }.inObjectScope(.container)
    },
    Wiring("a request that shares a service of its own, which holds what is scoped") {
      let container = Container()
      container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.scoped)
      return Container(parent: container) {
        $0.register(Cup.self) { r in Cup(try r.require(Leaf.self)) }.inObjectScope(.container)
      }
    },
    Wiring("a request whose services are scoped") {
      let container = Container()
      container.register(Water.self) { _ in Water() }.inObjectScope(.container)
      container.register(Cup.self) { r in Cup((try r.require(Leaf.self), try r.require(Water.self))) }
        .inObjectScope(.scoped)
      container.register(Saucer.self) { r in Saucer(try r.require(Cup.self)) }.inObjectScope(.scoped)
      let request = Container(parent: container)
      request.register(Leaf.self) { _ in Leaf() }
      request.register(Shop.self) { r in Shop(try r.require(Saucer.self)) }
      return request
    },
    Wiring("optionals that neither the container nor a child has") {
      let container = Container()
      container.autoregister(Optionally.self, initializer: Optionally.init).inObjectScope(.container)
      container.register(Cup.self) { r in
        Cup((r.optional(Tea.self), try r.require(Lazy<Water?>.self), r.resolve(Leaf?.self)))
      }
      return Container(parent: container)
    },
    Wiring("a session of the program, held by a request, also through a lazy and over three levels") {
      let container = Container()
      container.register(Tea.self) { _ in Tea() }.inObjectScope(.session)
      container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.scoped)
      let user = Container(parent: container)
      user.register(Cup.self) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
      user.register(Saucer.self) { r in Saucer(try r.require(Leaf.self)) }.inObjectScope(.container)
      let request = Container(parent: user)
      request.register(Shop.self) { r in Shop((try r.require(Lazy<Tea>.self), try r.require(Cup.self))) }
        .inObjectScope(.container)
      return request
    },
    Wiring("what is held by a provider, by a lazy, or as a value") { container in
      container.register(Tea.self) { _ in Tea() }
      container.register(Price.self) { _ in Price(cents: 1) }
      container.register(Cup.self) { r in
        Cup((try r.require(Provider<Tea>.self), try r.require(Lazy<Tea>.self), try r.require(Price.self)))
      }.inObjectScope(.container)
      container.register(Saucer.self) { r in Saucer((try r.require(Tea.self), try r.require(Price.self))) }
    },
    Wiring("a service of a child that asks its parent for what it overrides") {
      let container = Container()
      let child = Container(parent: container)
      container.register(Leaf.self) { _ in Leaf() }
      container.register(Tea.self) { r in
        _ = try r.require(Leaf.self)
        return Tea()
      }
      child.register(Leaf.self) { [unowned container] _ in
        _ = try container.require(Tea.self)
        return Leaf()
      }
      return child
    },
    Wiring("the identity of the cycle") { container in
      container.register(Cup.self) { r in
        Cup((try r.require(GraphIdentifier.self), try r.require(Lazy<GraphIdentifier>.self)))
      }
    },
    Wiring("lists, also empty ones, in wrappers, of an initializer and of a factory") { container in
      container.autoregister(Lists.self, initializer: Lists.init)
      container.register(Cup.self) { r in
        Cup((try r.require(Lazy<[Tea]>.self), try r.require([Tea]?.self), try r.require(Lists.self)))
      }
    },
    Wiring("a key that was removed and registered anew") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
      container.add(Tea.self, line: 2) { _ in Tea() }
      container.removeAll()
      container.add(Tea.self, line: 2) { _ in Tea() }
    },
    Wiring("actions at the end of what the container keeps") { container in
      container.register(Tea.self) { _ in Tea() }.inObjectScope(.container).onClose { _ in }
      container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.session).onClose { _ in }
    },
  ]
}
