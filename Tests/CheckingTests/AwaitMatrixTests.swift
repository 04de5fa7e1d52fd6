import Facet
import FacetInspection
import FacetTestSupport
import Testing

private protocol Storing: Sendable {}
private final class Store: Storing {}
private final class User: Sendable {
  let use: @Sendable () throws -> Void
  init(_ use: @escaping @Sendable () throws -> Void = {}) { self.use = use }
}
private final class Owner: Sendable {
  let user: User
  init(_ user: User) { self.user = user }
}
private final class Holder: Sendable {
  private let store: LazyInjected<Store>
  init() { store = LazyInjected() }
  func use() throws { _ = try store.require() }
}
extension ObjectScope {
  fileprivate static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
}

/// A service that cannot be built at once, and how it is kept.
private enum Need: String, CaseIterable, Sendable {
  case awaited, completedByAwait, onMainActor

  func register(in container: Container) -> ServiceEntry<Store> {
    switch self {
    case .awaited: container.register(Store.self, name: nil) { _ async in Store() }
    case .completedByAwait:
      container.register(Store.self) { _ in Store() }.initCompleted { _, _ async in await Task.yield() }
    case .onMainActor: container.register(Store.self) { @MainActor _ in Store() }
    }
  }
}

/// Which part of which service needs it, and how.
private struct Way: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let register: @Sendable (Container) -> Void

  init(_ name: String, _ register: @escaping @Sendable (Container) -> Void) {
    (testDescription, self.register) = (name, register)
  }

  static let all = [
    Way("factory") { $0.register(User.self) { r in User(with: try r.require(Store.self)) } },
    Way("factory that goes on") { $0.register(User.self) { r in User(got: try? r.require(Store.self)) } },
    Way("factory by a forward") {
      $0.register(User.self) { r in User(with: try r.require((any Storing).self)) }
    },
    Way("initializer") { $0.autoregister(User.self, initializer: { (store: Store) in User(with: store) }) },
    Way("initializer with an optional") {
      $0.autoregister(User.self, initializer: { (store: Store?) in User(with: store) })
    },
    Way("initializer with a list") {
      $0.autoregister(User.self, initializer: { (stores: [Store]) in User(with: stores) })
    },
    Way("initializer with a dictionary") {
      $0.autoregister(User.self, initializer: { (stores: [String: any Storing]) in User(with: stores) })
    },
    Way("initializer with a lazy") {
      $0.autoregister(User.self, initializer: { (store: Lazy<Store>) in User { _ = try store.require() } })
    },
    Way("initializer with an asynchronous lazy") {
      $0.autoregister(User.self, initializer: { (store: AsyncLazy<Store>) in User(with: store) })
    },
    Way("completion") {
      $0.register(User.self) { _ in User() }.initCompleted { r, _ in _ = try r.require(Store.self) }
    },
    Way("asynchronous completion") {
      $0.register(User.self) { _ in User() }
        .initCompleted { r, _ async throws in _ = try await r.requireAsync(Store.self) }
    },
    Way("decorator") {
      $0.register(User.self) { _ in User() }
      $0.decorate(User.self) { r, user in
        _ = try r.require(Store.self)
        return user
      }
    },
    Way("list") { $0.register(User.self) { r in User(with: try r.requireAll(Store.self)) } },
    Way("optional") { $0.register(User.self) { r in User(got: r.optional(Store.self)) } },
    Way("lazy") {
      $0.register(User.self) { r in
        let store = try r.require(Lazy<Store>.self)
        return User { _ = try store.require() }
      }
    },
    Way("lazy that is used at once") {
      $0.register(User.self) { r in User(with: try r.require(Lazy<Store>.self).require()) }
    },
    Way("provider") {
      $0.register(User.self) { r in
        let store = try r.require(Provider<Store>.self)
        return User { _ = try store.require() }
      }
    },
    Way("optional lazy") {
      $0.register(User.self) { r in
        let store = try r.require(Lazy<Store>?.self)
        return User { _ = try store?.require() }
      }
    },
    Way("lazy of a list") {
      $0.register(User.self) { r in
        let stores = try r.require(Lazy<[Store]>.self)
        return User { _ = try stores.require() }
      }
    },
    Way("list of lazies") {
      $0.register(User.self) { r in
        let stores = try r.requireAll(Lazy<Store>.self)
        return User { for store in stores { _ = try store.require() } }
      }
    },
    Way("lazy property") {
      $0.register(User.self) { _ in
        let holder = Holder()
        return User { try holder.use() }
      }
    },
    Way("asynchronous lazy") {
      $0.register(User.self) { r in User(with: try r.require(AsyncLazy<Store>.self)) }
    },
    Way("asynchronous factory that awaits") {
      $0.register(User.self) { r async throws in User(with: try await r.requireAsync(Store.self)) }
    },
    Way("asynchronous factory that does not await") {
      $0.register(User.self) { r async throws in User(with: try r.require(Store.self)) }
    },
    Way("asynchronous factory that awaits first") {
      $0.register(User.self) { r async throws in
        _ = try await r.requireAsync(Store.self)
        return User(with: try r.require(Store.self))
      }
    },
    Way("asynchronous factory that uses a lazy at once") {
      $0.register(User.self) { r async throws in User(with: try r.require(Lazy<Store>.self).require()) }
    },
    Way("asynchronous factory that keeps a lazy, and awaits") {
      $0.register(User.self) { r async throws in
        let store = try r.require(Lazy<Store>.self)
        let held = try await r.requireAsync(Store.self)
        return User { _ = try withExtendedLifetime(held) { try store.require() } }
      }
    },
    Way("asynchronous completion that does not await") {
      $0.register(User.self) { _ in User() }
        .initCompleted { r, _ async throws in
          await Task.yield()
          _ = try r.require(Store.self)
        }
    },
    Way("initializer whose completion needs it again") {
      $0.autoregister(User.self, initializer: { (store: Store) in User { _ = store } })
        .initCompleted { r, _ in _ = try r.require(Store.self) }
    },
    Way("factory on the main actor, and an asynchronous completion elsewhere") {
      $0.register(User.self) { @MainActor _ in User() }
        .initCompleted { r, _ async throws in
          await Task.yield()
          _ = try r.require(Store.self)
        }
    },
    Way("factory on the main actor") {
      $0.register(User.self) { @MainActor r in User(with: try r.require(Store.self)) }
    },
  ]
}

extension User {
  /// It has what it needs.
  convenience init(with store: Any?) { self.init() }
  /// It goes on without what it needs, and shows that later.
  convenience init(got store: Store?) { self.init { if store == nil { throw CancellationError() } } }
}

/// What a verification says holds for the first real resolve, in a container of its own.
@Suite("A verification and the first resolve agree", .timeLimit(.minutes(20)))
struct AwaitMatrixTests {
  private struct Setting: CustomStringConvertible {
    let need: Need
    let scope: ObjectScope
    let way: Way
    let isEager: Bool
    /// The scope of a service that needs the user.
    let outer: ObjectScope?

    var description: String {
      "\(need), \(scope), \(way.testDescription)\(isEager ? ", eager" : "")\(outer.map { ", in \($0)" } ?? "")"
    }

    func makeContainer() -> Container {
      let container = Container()
      container.failureHandler = { _ in }
      let entry = need.register(in: container).inObjectScope(scope).implements((any Storing).self)
      entry.implements((any Storing).self, name: "named")
      if isEager { entry.startsEagerly() }
      way.register(container)
      if let outer {
        container.register(Owner.self) { r in Owner(try r.require()) }.inObjectScope(outer)
      } else {
        container.register(Owner.self) { r async throws in Owner(try await r.requireAsync()) }
      }
      return container
    }
    /// Whether what is asked for first is built, and can be used.
    nonisolated(nonsending) func works() async -> Bool {
      let container = makeContainer()
      do {
        if isEager { try await container.startAsync() }
        let owner = try await container.requireAsync(Owner.self)
        try await MainActor.run { try owner.user.use() }
        return true
      } catch {
        return false
      }
    }
  }

  private static let scopes: [ObjectScope] = [.container, .scoped, .session, .weak, .graph, .transient]

  /// Captures are another matter.
  private static func accept(_ options: inout VerificationOptions) {
    options.allowCapture(of: Store.self)
    options.allowCapture(of: User.self)
  }

  private nonisolated(nonsending) func check(_ way: Way, _ needs: [Need]) async -> [String] {
    var wrong: [String] = []
    for need in needs {
      for scope in Self.scopes {
        for isEager in [false, true] {
          for outer in [nil, .container] as [ObjectScope?] {
            let setting = Setting(need: need, scope: scope, way: way, isEager: isEager, outer: outer)
            let works = await setting.works()
            let report = await setting.makeContainer().verifyAsync(Self.accept)
            let isGreen = (try? report.check()) != nil
            if isGreen != works { wrong.append("\(setting): \(works ? "works" : "fails")\n\(report)") }
            // Without an await, it may see less, and is not green then.
            let plain = setting.makeContainer().verify(Self.accept)
            if (try? plain.check()) != nil, !works { wrong.append("\(setting), without await: \(plain)") }
            if !plain.problems.isEmpty, works { wrong.append("\(setting), without await: \(plain)") }
          }
        }
      }
    }
    return wrong
  }

  @Test(arguments: Way.all)
  private func `elsewhere than on the main actor`(_ way: Way) async {
    let wrong = await check(way, Need.allCases)
    #expect(wrong.isEmpty, "\(wrong.count) are wrong, first \(wrong.prefix(2).joined(separator: "\n"))")
  }

  @Test(arguments: Way.all)
  @MainActor private func `on the main actor`(_ way: Way) async {
    let wrong = await check(way, [.onMainActor])
    #expect(wrong.isEmpty, "\(wrong.count) are wrong, first \(wrong.prefix(2).joined(separator: "\n"))")
  }
}
