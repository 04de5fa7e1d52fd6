import Facet
import FacetInspection
import FacetTestSupport

// What is missing, loops, and forwards that cannot be.
extension Wiring {
  static let missing = [
    Wiring("missing-type") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
    },
    Wiring("missing-name") { container in
      container.add(Tea.self, name: "black", line: 1) { _ in Tea() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self, name: "green")) }
    },
    Wiring("missing-arguments") { container in
      container.add(Tea.self, line: 1) { (_: any Resolver, _: Int) in Tea() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self, argument: "much")) }
    },
    Wiring("missing-for-several") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Tea.self)) }
      container.add(Shop.self, line: 3) { r in Shop(try r.require(Cup.self), try r.require(Saucer.self)) }
    },
    Wiring("missing-optional-result") { container in
      container.add(Cup.self, line: 1) { r in Cup(r.resolve(Tea.self) as Any) }
    },
    Wiring("missing-lazy") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Lazy<Tea>.self)) }
    },
    Wiring("missing-provider-of-lazy") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Provider<Lazy<Tea>>.self, name: "green")) }
    },
    Wiring("missing-in-completion") { container in
      container.add(Saucer.self, line: 1) { _ in Saucer() }
        .initCompleted { r, saucer in saucer.cup = try? r.require(Cup.self) }
    },
    Wiring("missing-registered-in-child-alone") { parent, child in
      parent.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
      child.add(Tea.self, line: 2) { _ in Tea() }
    },
    Wiring("missing-for-parent-and-not-for-child") { parent, child in
      parent.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
      parent.add(Saucer.self, line: 2) { r in Saucer(try r.require(Cup.self)) }.inObjectScope(.container)
      child.add(Tea.self, line: 3) { _ in Tea() }
    },
    Wiring("missing-optional-that-child-has") { parent, child in
      parent.add(Cup.self, line: 1) { r in Cup(r.optional(Leaf.self) as Any) }.inObjectScope(.container)
      child.add(Leaf.self, line: 2) { _ in Leaf() }
    },
    Wiring("missing-for-forward-to-removed-key") { container in
      container.add(Tea.self, line: 1) { r in
        _ = try r.require(Leaf.self)
        return Tea()
      }.also((any Drink).self, line: 2)
      container.unregister(Tea.self)
    },
    Wiring("missing-namesake") { container in
      container.add(Other.Tea.self, line: 1) { _ in Other.Tea() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    },
  ]

  /// Has a type of the same name.
  enum Other {
    final class Tea: Sendable {}
  }

  static let loops = [
    Wiring("loop-of-one") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Cup.self)) }
    },
    Wiring("loop-of-two") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Cup.self)) }
    },
    Wiring("loop-by-a-lazy-in-a-factory") { container in
      container.add(Shop.self, line: 1) { r in Shop(try r.require(Cup.self)) }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 3) { r in
        _ = try r.require(Lazy<Cup>.self).require()
        return Saucer()
      }
    },
    Wiring("loop-with-way-in-and-shortcut") { container in
      container.add(Shop.self, line: 1) { r in Shop(try r.require(Cup.self)) }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
      container.add(Tea.self, line: 3) { r in
        _ = try? r.require(Leaf.self)
        _ = try r.require(Cup.self)
        return Tea()
      }
      container.add(Leaf.self, line: 4) { r in
        _ = try r.require(Cup.self)
        return Leaf()
      }
    },
    Wiring("loop-over-arguments") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self, argument: 1)) }
      container.add(Saucer.self, line: 2) { (r: any Resolver, _: Int) in Saucer(try r.require(Cup.self)) }
    },
    Wiring("loop-over-forward") { container in
      container.add(Tea.self, line: 1) { r in
        _ = try r.require((any Drink).self)
        return Tea()
      }.also((any Drink).self, line: 2)
    },
    Wiring("loop-with-equal-arguments", options: { $0.arguments(for: Cup.self, 1) }) { container in
      container.add(Cup.self, line: 1) { (r: any Resolver, size: Int) in
        Cup(try r.require(Saucer.self, argument: size))
      }
      container.add(Saucer.self, line: 2) { (r: any Resolver, size: Int) in
        Saucer(try r.require(Cup.self, argument: size))
      }
    },
    Wiring("loop-over-completion-of-transient") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { _ in Saucer() }.inObjectScope(.transient)
        .initCompleted { r, saucer in saucer.cup = try? r.require(Cup.self) }
    },
    Wiring("two-loops") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Cup.self)) }
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Saucer.self)) }
    },
  ]

  static let forwards = [
    Wiring("forward-to-protocol-that-is-not-met") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also((any Hot).self, line: 2)
    },
    Wiring("forward-to-other-class") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also(Water.self, line: 2)
    },
    Wiring("forward-to-other-class-with-arguments") { container in
      container.add(Tea.self, line: 1) { (_: any Resolver, _: Int) in Tea() }.also(Water.self, line: 2)
    },
    Wiring("forward-of-protocol-to-subclass") { container in
      container.add((any Drink).self, line: 1) { _ in Tea() }.also(GreenTea.self, name: "green", line: 2)
    },
    Wiring("forward-of-value") { container in
      container.add(Price.self, line: 1) { _ in Price(cents: 1) }.also((any Hot).self, line: 2)
    },
  ]
}
