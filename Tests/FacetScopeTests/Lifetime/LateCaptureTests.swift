import Facet
import FacetTestSupport
import Testing

private final class Part: Sendable {}
/// What keeps the container by a provider.
private final class Guide: Sendable {
  let part: Provider<Part>
  init(_ part: Provider<Part>) { self.part = part }
}
private final class Weakling: Sendable {
  let guide: Guide
  init(_ guide: Guide) { self.guide = guide }
}
private final class Keeper: Sendable {
  let guide: AnyObject & Sendable
  init(_ guide: AnyObject & Sendable) { self.guide = guide }
}
private final class Root: Sendable {
  let guide: Guide
  let weakling: Weakling?
  let keeper: Lazy<Keeper>?
  init(_ guide: Guide, _ weakling: Weakling? = nil, _ keeper: Lazy<Keeper>? = nil) {
    self.guide = guide
    self.weakling = weakling
    self.keeper = keeper
  }
}

/// A service that the container keeps may get what was built for others: on its way through what is held weakly, or later.
@Suite(.timeLimit(.minutes(5))) struct LateCaptureTests {
  private func makeContainer() -> Container {
    let container = Container()
    container.register(Part.self) { _ in Part() }
    container.register(Guide.self) { r in Guide(try r.require()) }
    container.register(Root.self) { r in Root(try r.require()) }
    container.register(Weakling.self) { r in Weakling(try r.require()) }.inObjectScope(.weak)
    return container
  }

  @Test func `within the build of something weak, which has it too`() throws {
    var container: Container? = makeContainer()
    container?.register(Weakling.self) { r in
      let guide = try r.require(Guide.self)
      _ = try r.require(Keeper.self)
      return Weakling(guide)
    }.inObjectScope(.weak)
    container?.register(Keeper.self) { r in Keeper(try r.require(Guide.self)) }.inObjectScope(.container)
    weak let seen = container
    _ = try container?.require(Weakling.self)
    container = nil
    #expect(isReleased { seen })
  }

  @Test func `a service that is joined by a lazy of its cycle`() throws {
    var container: Container? = makeContainer()
    container?.register(Root.self) { r in Root(try r.require(), nil, try r.require()) }
    container?.register(Keeper.self) { r in Keeper(try r.require(Guide.self)) }.inObjectScope(.container)
    weak let seen = container
    var root = try container?.require(Root.self)
    let isSame = try root?.keeper?.require().guide === root?.guide
    #expect(isSame)
    root = nil
    container = nil
    #expect(isReleased { seen })
  }

  @Test func `something weak that holds what was built before it`() throws {
    var container: Container? = makeContainer()
    container?.register(Root.self) { r in Root(try r.require(), try r.require()) }
    container?.register(Keeper.self) { r in Keeper(try r.require(Weakling.self)) }.inObjectScope(.container)
    weak let seen = container
    var root = try container?.require(Root.self)
    let isSame = try container?.require(Keeper.self).guide === root?.weakling
    #expect(isSame)
    root = nil
    container = nil
    #expect(isReleased { seen })
  }

  @Test func `something weak that holds something weak`() throws {
    final class Outer: Sendable {
      let weakling: Weakling
      init(_ weakling: Weakling) { self.weakling = weakling }
    }
    var container: Container? = makeContainer()
    container?.register(Outer.self) { r in Outer(try r.require()) }.inObjectScope(.weak)
    container?.register(Keeper.self) { r in Keeper(try r.require(Outer.self)) }.inObjectScope(.container)
    weak let seen = container
    var weakling = try container?.require(Weakling.self)
    var outer = try container?.require(Outer.self)
    let isSame = try container?.require(Keeper.self).guide === outer && outer?.weakling === weakling
    #expect(isSame)
    (weakling, outer, container) = (nil, nil, nil)
    #expect(isReleased { seen })
  }

  @Test func `a service that is joined by a lazy of an awaited cycle`() async throws {
    var container: Container? = makeContainer()
    container?.register(Root.self) { r async throws in Root(try r.require(), nil, try r.require()) }
    container?.register(Keeper.self) { r in Keeper(try r.require(Guide.self)) }.inObjectScope(.container)
    weak let seen = container
    var root = try await container?.requireAsync(Root.self)
    let isSame = try root?.keeper?.require().guide === root?.guide
    #expect(isSame)
    (root, container) = (nil, nil)
    #expect(isReleased { seen })
  }

  @Test func `a service of a cycle that a block joined within a factory`() throws {
    var container: Container? = makeContainer()
    let graph = GraphIdentifier()
    container?.register(Root.self) { [unowned container] r in
      let guide = try container!.withObjectGraph(graph) { try $0.require(Guide.self) }
      return Root(guide)
    }
    container?.register(Keeper.self) { r in Keeper(try r.require(Guide.self)) }.inObjectScope(.container)
    weak let seen = container
    var root = try container?.require(Root.self)
    let isSame = try container?.withObjectGraph(graph) { try $0.require(Keeper.self).guide === root?.guide }
    #expect(isSame == true)
    (root, container) = (nil, nil)
    #expect(isReleased { seen })
  }

  @Test func `what others hold still keeps the container`() throws {
    var container: Container? = makeContainer()
    container?.register(Guide.self) { r in Guide(try r.require()) }.inObjectScope(.transient)
    container?.register(Root.self) { r in Root(try r.require(), try r.require()) }
    container?.register(Keeper.self) { r in Keeper(try r.require(Weakling.self)) }.inObjectScope(.container)
    weak let seen = container
    var root = try container?.require(Root.self)
    _ = try container?.require(Keeper.self)
    container = nil
    #expect(throws: Never.self) { try root?.guide.part.require() }
    root = nil
    #expect(isReleased { seen })
  }

  @Test func `something weak that is asked for after another capture`() throws {
    final class Other: Sendable {}
    final class First: Sendable {
      let other: Other
      init(_ other: Other) { self.other = other }
    }
    final class Holder: Sendable {
      let weakling: Weakling
      init(_ weakling: Weakling) { self.weakling = weakling }
    }
    var container: Container? = makeContainer()
    container?.register(Other.self) { _ in Other() }
    container?.register(First.self) { r in First(try r.require()) }.inObjectScope(.container)
    container?.register(Holder.self) { r in Holder(try r.require()) }
    container?.register(Keeper.self) { r in Keeper(try r.require(Holder.self)) }.inObjectScope(.container)
    container?.register(Int.self) { r in
      _ = (try r.require(Other.self), try r.require(First.self), try r.require(Holder.self))
      _ = try r.require(Keeper.self)
      return 1
    }
    weak let seen = container
    var weakling = try container?.require(Weakling.self)
    _ = try container?.require(Int.self)
    (weakling, container) = (nil, nil)
    _ = weakling
    #expect(isReleased { seen })
  }

  @Test func `something weak that an awaited service got`() async throws {
    final class Holder: Sendable {
      let weakling: Weakling
      init(_ weakling: Weakling) { self.weakling = weakling }
    }
    var container: Container? = makeContainer()
    container?.register(Holder.self) { r async throws in Holder(try await r.requireAsync()) }
    container?.register(Keeper.self) { r async throws in Keeper(try await r.requireAsync(Holder.self)) }
      .inObjectScope(.container)
    container?.register(Int.self) { r async throws in
      _ = try await r.requireAsync(Holder.self)
      _ = try await r.requireAsync(Keeper.self)
      return 1
    }
    weak let seen = container
    var weakling = try container?.require(Weakling.self)
    _ = try await container?.requireAsync(Int.self)
    (weakling, container) = (nil, nil)
    _ = weakling
    #expect(isReleased { seen })
  }

  @Test func `a block within another one takes nothing from that`() throws {
    var container: Container? = makeContainer()
    container?.register(Keeper.self) { r in Keeper(try r.require(Guide.self)) }.inObjectScope(.container)
    weak let seen = container
    try container?.withObjectGraph(GraphIdentifier()) { outer in
      _ = try outer.require(Root.self)
      try outer.withObjectGraph(GraphIdentifier()) { _ = try $0.require(Root.self) }
      _ = try outer.require(Keeper.self)
    }
    container = nil
    #expect(isReleased { seen })
  }

  /// What the test holds, and lets go of.
  private final class Held: @unchecked Sendable {
    // Unchecked: written by one thread, and read when that has ended.
    var container: Container?
    var weakling: Weakling?
  }

  @Test func `something weak that another thread was building`() {
    let (held, stop) = (Held(), Stop())
    let container = makeContainer()
    container.register(Weakling.self) { r in
      let guide = try r.require(Guide.self)
      stop.halt()
      return Weakling(guide)
    }.inObjectScope(.weak)
    container.register(Keeper.self) { r in Keeper(try r.require(Weakling.self)) }.inObjectScope(.container)
    weak let seen = container
    held.container = consume container
    let weakling = ThreadRun {
      held.weakling = held.container?.resolve(Weakling.self)
      return true
    }
    stop.waitForArrival()
    let keeper = ThreadRun { held.container?.resolve(Keeper.self) != nil }
    #expect(keeper.rests)
    stop.release()
    #expect(weakling.result == true)
    #expect(keeper.result == true)
    (held.weakling, held.container) = (nil, nil)
    #expect(isReleased { seen })
  }

  @Test func `something awaited that is held weakly for its argument`() async throws {
    var container: Container? = makeContainer()
    container?.register(Weakling.self) { (r, _: Int) async throws in Weakling(try r.require()) }
      .inObjectScope(.perArgument(weakly: true))
    container?.register(Keeper.self) { r in Keeper(try r.require(Weakling.self, argument: 1)) }
      .inObjectScope(.container)
    weak let seen = container
    var weakling = try await container?.requireAsync(Weakling.self, argument: 1)
    let isSame = try container?.require(Keeper.self).guide === weakling
    #expect(isSame)
    (weakling, container) = (nil, nil)
    #expect(isReleased { seen })
  }
}
