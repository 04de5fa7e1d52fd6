import Facet
import FacetTestSupport
import Testing

private final class Part: Sendable {}
private final class Broken: Error {}
private final class Owner {
  @Injected(container: ReflectionTests.made) var part: Part
  @LazyInjected(container: ReflectionTests.made) var later: Part
  @WeakLazyInjected(container: ReflectionTests.made) var weakly: Part?
  @OptionalInjected(container: ReflectionTests.made) var maybe: Part?
}

/// Reflection of a public value never crashes, whatever it refers to is gone, and shows nothing of that.
@Suite(.timeLimit(.minutes(20))) struct ReflectionTests {
  fileprivate static var made: Container {
    let container = Container(parent: Container())
    container.failureHandler = { _ in }
    container.register(Part.self) { _ in Part() }.inObjectScope(.container)
    return container
  }

  /// One value of each public type that refers to something; used or not, and with its container or without.
  private static func values(of container: Container, isUsed: Bool) -> [Any] {
    final class Keeper: Sendable {
      let all:
        (Lazy<Part>, Provider<Part>, AsyncLazy<Part>, AsyncProvider<Part>, GraphIdentifier, any Resolver)
      init(_ r: any Resolver) throws {
        all = (
          try r.require(), try r.require(), try r.require(), try r.require(), try r.require(), r
        )
      }
    }
    let entry = container.register(Keeper.self) { r in try Keeper(r) }.inObjectScope(.container)
      .onClose { _ in }
    let forward = container.forward(AnyObject.self, to: entry)
    let keeper = container.resolve(Keeper.self)!
    let owner = Owner()
    let free = (
      container.resolve(Lazy<Part>.self)!, container.resolve(Provider<Part>.self)!,
      container.resolve(AsyncLazy<Part>.self)!, container.resolve(AsyncProvider<Part>.self)!
    )
    if isUsed { _ = (keeper.all.0.value, free.0.value, owner.later, owner.weakly, keeper.all.1()) }
    var errors: [any Error] = []
    for name in ["a", "b"] {
      container.register(Part.self, name: name) { _ in throw Broken() }.startsEagerly()
      do { _ = try container.require(Part.self, name: name) } catch { errors.append(error) }
    }
    do { try container.start() } catch { errors.append(error) }
    do { _ = try container.require(Int.self) } catch { errors.append(error) }
    let (permanent, weakly) = (PermanentStorage(), WeakStorage())
    (permanent.instance, weakly.instance) = (keeper, keeper)
    let composite = CompositeStorage([permanent, weakly, GraphStorage(), TransientStorage()])
    let scope = ObjectScope(storageFactory: PermanentStorage.init, description: "own")
    return [
      keeper.all.0, keeper.all.1, keeper.all.2, keeper.all.3, keeper.all.4, free.0, free.1, free.2, free.3,
      owner,
      entry as Any, forward as Any, entry.key, entry.location, errors, permanent, weakly, composite, scope,
      ObjectScope.container, Assembler([], container: Container(parent: container)),
      (errors.last as? ResolutionError)?.nearMisses as Any, Container.init as Any,
    ]
  }

  /// Everything that prints a value, or walks through it.
  private static func reflect(_ value: Any) -> Int {
    var text = ""
    dump(value, to: &text)
    text += String(reflecting: value) + String(describing: value)
    return text.count + children(value, 0)
  }
  private static func children(_ value: Any, _ depth: Int) -> Int {
    if depth > 12 { return 0 }
    var count = 1
    var mirror: Mirror? = Mirror(reflecting: value)
    while let each = mirror {
      for child in each.children { count += children(child.value, depth + 1) }
      mirror = each.superclassMirror
    }
    return count
  }

  @Test func `values whose container is there, gone, or closed`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      for isUsed in [false, true] {
        var container: Container? = ReflectionTests.made
        let alive = ReflectionTests.values(of: container!, isUsed: isUsed)
        #expect((alive + [container!]).allSatisfy { ReflectionTests.reflect($0) > 0 })
        container = nil
        #expect(alive.allSatisfy { ReflectionTests.reflect($0) > 0 })
        let closed = ReflectionTests.made
        let others = ReflectionTests.values(of: closed, isUsed: isUsed)
        try closed.close()
        #expect((others + [closed]).allSatisfy { ReflectionTests.reflect($0) > 0 })
      }
    }
  }

  @Test func `an entry, a lazy and a mirror of what is gone`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      func lazy(isUsed: Bool) -> Lazy<Part> {
        let lazy = ReflectionTests.made.resolve(Lazy<Part>.self)!
        if isUsed { _ = lazy.value }
        return lazy
      }
      struct Model { let lazy: Lazy<Part> }
      let entry = Container().register(Part.self) { _ in Part() }
      let values: [Any] = [entry, lazy(isUsed: false), lazy(isUsed: true), Model(lazy: lazy(isUsed: true))]
      #expect(values.allSatisfy { ReflectionTests.reflect($0) > 0 })
    }
  }

  @Test func `reflection shows nothing of the inside`() throws {
    let container = ReflectionTests.made
    let lazy = try container.require(Lazy<Part>.self)
    let error = #expect(throws: ResolutionError.self) { try container.require(Int.self) }
    for (value, limit) in [(lazy as Any, 12), (container as Any, 12), (error! as Any, 6)] {
      var text = ""
      dump(value, to: &text)
      #expect(text.split(separator: "\n").count <= limit, "\(text)")
    }
  }

  @Test func `the resolver that a factory and an awaited factory get`() async throws {
    let container = ReflectionTests.made
    container.register(Int.self) { r in ReflectionTests.reflect(r) }
    container.register(Double.self) { r async in Double(ReflectionTests.reflect(r)) }
    #expect(try container.require(Int.self) > 0)
    #expect(try await container.requireAsync(Double.self) > 0)
  }
}
