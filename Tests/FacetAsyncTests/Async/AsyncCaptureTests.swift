import Facet
import FacetTestSupport
import Testing

/// What was handed out in an awaited cycle keeps its container, unless something that the container keeps has got it.
@Suite(.timeLimit(.minutes(5))) struct AsyncCaptureTests {
  final class Part: Sendable {}

  final class Holder: Sendable {
    let part: Lazy<Part>
    init(_ part: Lazy<Part>) { self.part = part }
  }

  final class Kept: Sendable {
    let parts: [any Sendable]
    init(_ parts: [any Sendable]) { self.parts = parts }
  }

  final class Root: Sendable {
    let holder: Holder
    let kept: Kept
    init(_ holder: Holder, _ kept: Kept) { (self.holder, self.kept) = (holder, kept) }
  }

  @Test(arguments: [true, false])
  func `a lazy in a service of the cycle that a kept one gets keeps no container`(isAsync: Bool) async throws
  {
    weak var gone: Container?
    do {
      let container = Container()
      gone = container
      container.register(Part.self) { _ in Part() }
      if isAsync {
        container.register(Holder.self) { r async throws in Holder(try r.require(Lazy<Part>.self)) }
      } else {
        container.register(Holder.self) { r in Holder(try r.require(Lazy<Part>.self)) }
      }
      container.register(Kept.self) { r async throws in
        await Task.yield()
        return Kept([try await r.requireAsync(Holder.self)])
      }.inObjectScope(.container)
      container.register(Root.self) { r async throws in
        let holder = try await r.requireAsync(Holder.self)
        await Task.yield()
        return Root(holder, try await r.requireAsync(Kept.self))
      }
      let root = try await container.requireAsync(Root.self)
      #expect(root.kept.parts.first as? Holder === root.holder)
    }
    #expect(isReleased { gone })
  }

  @Test func `what is handed out after a kept service got a part of the cycle keeps no container either`()
    async throws
  {
    weak var gone: Container?
    do {
      let container = Container()
      gone = container
      container.register(Part.self) { _ in Part() }
      container.register(Kept.self, name: "parts") { _ in Kept([Recorder<Lazy<Part>>()]) }
      container.register(Kept.self) { r async throws in
        Kept([try await r.requireAsync(Kept.self, name: "parts")])
      }.inObjectScope(.container)
      container.register(Root.self) { r async throws in
        let parts = try r.require(Kept.self, name: "parts")
        let kept = try await r.requireAsync(Kept.self)
        let holder = Holder(try r.require(Lazy<Part>.self))
        (parts.parts.first as? Recorder<Lazy<Part>>)?.add(holder.part)
        return Root(holder, kept)
      }
      _ = try await container.requireAsync(Root.self)
    }
    #expect(isReleased { gone })
  }

  @Test func `a lazy in a weak service that a kept one gets later keeps no container`() async throws {
    weak var gone: Container?
    do {
      let container = Container()
      gone = container
      container.register(Part.self) { _ in Part() }
      container.register(Holder.self) { r async throws in Holder(try r.require(Lazy<Part>.self)) }
        .inObjectScope(.weak)
      container.register(Kept.self) { r async throws in Kept([try await r.requireAsync(Holder.self)]) }
        .inObjectScope(.container)
      let holder = try await container.requireAsync(Holder.self)
      let kept = try await container.requireAsync(Kept.self)
      #expect(kept.parts.first as? Holder === holder)
    }
    #expect(isReleased { gone })
  }

  @Test func `a kept service that gets only what was built for it takes the container from no other`()
    async throws
  {
    let root: Root
    do {
      let container = Container()
      container.register(Part.self) { _ in Part() }
      container.register(Holder.self) { r async throws in Holder(try r.require(Lazy<Part>.self)) }
      container.register(Kept.self, name: "inner") { _ async in Kept([]) }
      container.register(Kept.self) { r async throws in
        let first = try await r.requireAsync(Kept.self, name: "inner")
        let second = try await r.requireAsync(Kept.self, name: "inner")
        #expect(first === second)
        return Kept([first, second])
      }.inObjectScope(.container)
      container.register(Root.self) { r async throws in
        Root(try await r.requireAsync(Holder.self), try await r.requireAsync(Kept.self))
      }
      root = try await container.requireAsync(Root.self)
    }
    #expect(throws: Never.self) { try root.holder.part.require() }
  }
}
