import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// A container that is not right, and what the verification is told.
struct BrokenGraph: CustomTestStringConvertible, Sendable {
  let name: String
  let options: @Sendable (inout VerificationOptions) -> Void
  let make: @Sendable () -> Container

  var testDescription: String { name }

  init(
    _ name: String, options: @escaping @Sendable (inout VerificationOptions) -> Void = { _ in },
    _ register: @escaping @Sendable (Container) -> Void
  ) {
    self.init(name, options: options) {
      let container = Container()
      register(container)
      return container
    }
  }

  init(
    _ name: String, options: @escaping @Sendable (inout VerificationOptions) -> Void = { _ in },
    make: @escaping @Sendable () -> Container
  ) {
    self.name = name
    self.options = options
    self.make = make
  }

  static let all = missing + loops + forwards + lifetimes + others
}

extension BrokenGraph {
  static let missing = [
    BrokenGraph("missing-type") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
    },
    BrokenGraph("missing-name") { container in
      container.add(Tea.self, name: "black", line: 1) { _ in Tea() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self, name: "green")) }
    },
    BrokenGraph("missing-arguments") { container in
      container.add(Tea.self, line: 1) { (_: any Resolver, _: Int) in Tea() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self, argument: "much")) }
    },
    BrokenGraph("missing-for-several") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Tea.self)) }
      container.add(Shop.self, line: 3) { r in Shop(try r.require(Cup.self), try r.require(Saucer.self)) }
    },
    BrokenGraph("missing-optional-result") { container in
      container.add(Cup.self, line: 1) { r in Cup(r.resolve(Tea.self) as Any) }
    },
    BrokenGraph("missing-lazy") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Lazy<Tea>.self)) }
    },
    BrokenGraph("missing-provider-of-lazy") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Provider<Lazy<Tea>>.self, name: "green")) }
    },
    BrokenGraph("missing-in-completion") { container in
      container.add(Saucer.self, line: 1) { _ in Saucer() }
        .initCompleted { r, saucer in saucer.cup = try? r.require(Cup.self) }
    },
    BrokenGraph("missing-registered-in-child-alone") {
      let parent = Container()
      let child = Container(parent: parent)
      parent.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
      child.add(Tea.self, line: 2) { _ in Tea() }
      return child
    },
    BrokenGraph("missing-for-parent-and-not-for-child") {
      let parent = Container()
      let child = Container(parent: parent)
      parent.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
      parent.add(Saucer.self, line: 2) { r in Saucer(try r.require(Cup.self)) }.inObjectScope(.container)
      child.add(Tea.self, line: 3) { _ in Tea() }
      return child
    },
    BrokenGraph("missing-for-forward-to-removed-key") { container in
      container.add(Tea.self, line: 1) { r in
        _ = try r.require(Leaf.self)
        return Tea()
      }.also((any Drink).self, line: 2)
      container.unregister(Tea.self)
    },
    BrokenGraph("two-missing") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Tea.self)) }
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Water.self)) }
    },
    BrokenGraph("missing-namesake") { container in
      container.add(Other.Tea.self, line: 1) { _ in Other.Tea() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    },
  ]

  /// Has a type of the same name.
  enum Other {
    final class Tea: Sendable {}
  }

  static let loops = [
    BrokenGraph("loop-of-one") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Cup.self)) }
    },
    BrokenGraph("loop-of-two") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Cup.self)) }
    },
    BrokenGraph("loop-with-way-in-and-shortcut") { container in
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
    BrokenGraph("loop-over-arguments") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self, argument: 1)) }
      container.add(Saucer.self, line: 2) { (r: any Resolver, _: Int) in Saucer(try r.require(Cup.self)) }
    },
    BrokenGraph("loop-over-forward") { container in
      container.add(Tea.self, line: 1) { r in
        _ = try r.require((any Drink).self)
        return Tea()
      }.also((any Drink).self, line: 2)
    },
    BrokenGraph("loop-of-transients") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }.inObjectScope(.transient)
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Cup.self)) }.inObjectScope(.transient)
    },
    BrokenGraph("loop-with-equal-arguments", options: { $0.arguments(for: Cup.self, 1) }) { container in
      container.add(Cup.self, line: 1) { (r: any Resolver, size: Int) in
        Cup(try r.require(Saucer.self, argument: size))
      }
      container.add(Saucer.self, line: 2) { (r: any Resolver, size: Int) in
        Saucer(try r.require(Cup.self, argument: size))
      }
    },
    BrokenGraph("loop-over-completion-of-transient") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { _ in Saucer() }.inObjectScope(.transient)
        .initCompleted { r, saucer in saucer.cup = try? r.require(Cup.self) }
    },
    BrokenGraph("two-loops") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Cup.self)) }
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Saucer.self)) }
    },
  ]

  static let forwards = [
    BrokenGraph("forward-to-protocol-that-is-not-met") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also((any Hot).self, line: 2)
    },
    BrokenGraph("forward-to-other-class") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also(Water.self, line: 2)
    },
    BrokenGraph("forward-to-other-class-with-arguments") { container in
      container.add(Tea.self, line: 1) { (_: any Resolver, _: Int) in Tea() }.also(Water.self, line: 2)
    },
    BrokenGraph("forward-of-protocol-to-subclass") { container in
      container.add((any Drink).self, line: 1) { _ in Tea() }.also(GreenTea.self, name: "green", line: 2)
    },
    BrokenGraph("forward-of-value") { container in
      container.add(Price.self, line: 1) { _ in Price(cents: 1) }.also((any Hot).self, line: 2)
    },
  ]

  static let lifetimes = [
    BrokenGraph("capture-of-scoped-service") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.scoped)
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    },
    BrokenGraph("capture-of-custom-scope") { container in
      let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(session)
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    },
    BrokenGraph("capture-through-transient-service") { container in
      let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
      container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(session)
      container.add(Saucer.self, line: 2) { r in Saucer(try r.require(Tea.self)) }.inObjectScope(.transient)
      container.add(Cup.self, line: 3) { r in Cup(try r.require(Saucer.self)) }.inObjectScope(.container)
    },
    BrokenGraph("capture-of-child-service") {
      let parent = Container()
      let child = Container(parent: parent)
      child.add(Tea.self, line: 1) { _ in Tea() }
      parent.add(Cup.self, line: 2) { [unowned child] _ in Cup(try child.require(Tea.self)) }
        .inObjectScope(.container)
      return child
    },
    BrokenGraph("second-build") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { _ in Saucer() }
        .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
    },
    BrokenGraph("second-build-over-several") { container in
      container.add(Saucer.self, line: 1) { _ in Saucer() }.inObjectScope(.container)
        .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Shop.self)) }.inObjectScope(.container)
      container.add(Shop.self, line: 3) { r in Shop(try r.require(Saucer.self)) }.inObjectScope(.container)
    },
    BrokenGraph("second-build-over-two-completions") { container in
      container.add(Cup.self, line: 1) { r in Cup(try r.require(Saucer.self)) }
      container.add(Saucer.self, line: 2) { _ in Saucer() }.initCompleted { r, _ in _ = r.resolve(Tea.self) }
      container.add(Tea.self, line: 3) { _ in Tea() }.initCompleted { r, _ in _ = r.resolve(Cup.self) }
    },
  ]

  static let others = [
    BrokenGraph("duplicate") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
      container.add(Tea.self, line: 2) { _ in GreenTea() }
    },
    BrokenGraph("duplicate-of-forward") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also((any Drink).self, line: 2)
      container.add(GreenTea.self, line: 3) { _ in GreenTea() }.also((any Drink).self, line: 4)
    },
    BrokenGraph("factory-fails-by-another-container") { container in
      let other = Container()
      other.add(Saucer.self, line: 1) { r in Saucer(try r.require(Saucer.self)) }
      container.add(Tea.self, line: 2) { _ in
        _ = try other.require(Water.self)
        return Tea()
      }
      container.add(Cup.self, line: 3) { _ in Cup(try other.require(Saucer.self)) }
    },
    BrokenGraph("factory-fails") { container in
      container.add(Tea.self, line: 1) { _ -> Tea in throw NoStock() }
      container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    },
    BrokenGraph("factory-fails-under-two-keys") { container in
      container.add(Tea.self, line: 1) { _ -> Tea in throw NoStock() }.also((any Drink).self, line: 2)
    },
    BrokenGraph("unused-instance-for-forward", options: { $0.use(GreenTea(), for: (any Drink).self) }) {
      container in
      container.add(Tea.self, line: 1) { _ in Tea() }.also((any Drink).self, line: 2)
    },
    BrokenGraph("unused-skip", options: { $0.skip(Tea.self, name: "grene") }) { container in
      container.add(Tea.self, name: "green", line: 1) { _ in Tea() }
    },
    BrokenGraph("unused-arguments", options: { $0.arguments(for: Tea.self, name: "green", 7) }) { container in
      container.add(Tea.self, name: "black", line: 1) { (_: any Resolver, _: Int) in Tea() }
    },
    BrokenGraph("unused-instance", options: { $0.use(Water()) }) { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
    },
    BrokenGraph("not-checked", options: { $0.skip(Water.self) }) { container in
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
    BrokenGraph("everything-at-once") { container in
      container.add(Tea.self, line: 1) { _ in Tea() }
      container.add(Tea.self, line: 2) { _ in Tea() }.also((any Hot).self, line: 3)
      container.add(Cup.self, line: 4) { r in Cup(try r.require(Water.self)) }.inObjectScope(.container)
      container.add(Saucer.self, line: 5) { r in Saucer(try r.require(Saucer.self)) }
      container.add(Leaf.self, line: 6) { _ -> Leaf in throw NoStock() }
      container.add(Shop.self, line: 7) { (_: any Resolver, _: Int) in Shop() }
    },
  ]
}
