import Facet
import FacetInspection
import FacetTestSupport

// What ends too early, is built twice or never used, and what fails.
extension Wiring {
  static let lifetimes = [
    Wiring("capture-of-scoped-service") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.scoped)
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    },
    Wiring("capture-of-custom-scope") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.session)
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    },
    Wiring("capture-through-transient-service") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.session)
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Tea.self)) }.inObjectScope(.transient)
      container.add(Cup.self, line: 3) { r in Cup(try r.require(Saucer.self)) }.inObjectScope(.container)
    },
    Wiring("capture-of-child-service") { parent, child in
      child.add(Tea.self, line: 1) { _ in Tea() }
      parent.add(Cup.self, line: 2) { [unowned child] _ in Cup(try child.require(Tea.self)) }
        .inObjectScope(.container)
    },
    Wiring("second-build") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { _ in Saucer() }
        .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
    },
    Wiring("second-build-over-several") { container in
      container.add(Saucer.self, line: 1) { _ in Saucer() }.inObjectScope(.container)
        .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Shop.self)) }.inObjectScope(.container)
      container.add(Shop.self, line: 3) { r in Shop(try r.require(Saucer.self)) }.inObjectScope(.container)
    },
    Wiring("second-build-over-two-completions") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { _ in Saucer() }.initCompleted { r, _ in _ = r.resolve(Tea.self) }
      container.add(Tea.self, line: 3) { _ in Tea() }.initCompleted { r, _ in _ = r.resolve(Cup.self) }
    },
  ]

  static let decorators = [
    Wiring("decorator-fails") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
      container.decorate(Tea.self, fileID: "Shop/Wiring.swift", line: 3) { _, _ in throw NoStock() }
    },
    Wiring("unused-decorators") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
      for line in 3...4 {
        container.decorate(Tea.self, name: "green", fileID: "Shop/Wiring.swift", line: line) { _, tea in tea }
      }
    },
    Wiring("unused-decorator-of-child") { parent, child in
      child.decorate(Tea.self, fileID: "Shop/Wiring.swift", line: 1) { _, tea in tea }
      parent.add(Tea.self, line: 2) { _ in Tea() }
    },
    Wiring("unused-decorator-of-all") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
      container.decorateAll(Cup.self, fileID: "Shop/Wiring.swift", line: 2) { _, cup in cup }
    },
  ]

  static let others = [
    Wiring("unused-close-action") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.onClose { _ in }
    },
    Wiring("completion-fails") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
        .initCompleted { _, _ in throw NoStock() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    },
    Wiring("duplicate") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
      container.add(Tea.self, line: 2) { _ in GreenTea() }
    },
    Wiring("duplicate-of-forward") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also((any Drink).self, line: 2)
      container.add(GreenTea.self, line: 3) { _ in GreenTea() }.also((any Drink).self, line: 4)
    },
    Wiring("factory-fails-by-another-container") { container in
      let other = Container()
      other.add(Saucer.self, line: 1) { r in Saucer(try r.require(Saucer.self)) }
      container.add(Tea.self, line: 2) { _ in
        _ = try other.require(Water.self)
        return Tea()
      }
      container.add(Cup.self, line: 3) { _ in Cup(try other.require(Saucer.self)) }
    },
    Wiring("factory-fails") { container in
      container.add(Tea.self, line: 1) { _ -> Tea in throw NoStock() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    },
    Wiring("factory-fails-under-two-keys") { container in
      container.add(Tea.self, line: 1) { _ -> Tea in throw NoStock() }.also((any Drink).self, line: 2)
    },
    Wiring("unused-instance-for-forward", options: { $0.use(GreenTea(), for: (any Drink).self) }) {
      container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also((any Drink).self, line: 2)
    },
    Wiring("unused-skip", options: { $0.skip(Tea.self, name: "grene") }) { container in
      container.add(Tea.self, name: "green", line: 1) { _ in Tea() }
    },
    Wiring("unused-arguments", options: { $0.arguments(for: Tea.self, name: "green", 7) }) { container in
      container.add(Tea.self, name: "black", line: 1) { (_: any Resolver, _: Int) in Tea() }
    },
    Wiring("unused-instance", options: { $0.use(Water()) }) { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
    },
    Wiring("not-checked", options: { $0.skip(Water.self) }) { container in
      container.add(Tea.self, line: 1) { (_: any Resolver, _: Int) in Tea() }
      container.add(Water.self, line: 2) { _ in Water() }
      container.add(Cup.self, line: 3) { r in Cup(try r.require(Water.self)) }
      container.add(Saucer.self, line: 4) { r in Saucer(try r.require(Cup.self)) }
      container.add(Shop.self, line: 5) { r in
        Shop(try r.require(Saucer.self), r.resolve(Lazy<Water>.self) as Any)
      }
      container.add(Leaf.self, line: 6) { r in
        _ = r.resolve(Water.self)
        return Leaf()
      }
      container.add(GreenTea.self, line: 7) { r in
        _ = r.resolve(Provider<Cup>.self)
        return GreenTea()
      }
    },
    Wiring("everything-at-once") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
      container.add(Tea.self, line: 2) { _ in Tea() }.also((any Hot).self, line: 3)
      container.add(Cup.self, line: 4) { r in Cup(try r.require(Water.self)) }.inObjectScope(.container)
      container.add(Saucer.self, line: 5) { r in Saucer(try r.require(Saucer.self)) }
      container.add(Leaf.self, line: 6) { _ -> Leaf in throw NoStock() }
      container.add(Shop.self, line: 7) { (_: any Resolver, _: Int) in Shop() }
    },
  ]
}
