import Facet
import FacetInspection
import FacetTestSupport
import Foundation
import Testing

extension Recorder where Element == String {
  fileprivate var text: String { all.joined() }

  fileprivate func add(_ event: TraceEvent) {
    let indent = String(repeating: " ", count: event.depth)
    switch event.phase {
    case .began: add("\(indent)\(event.key)?")
    case .ended(let outcome, let duration):
      #expect(duration >= .zero)
      add("\(indent)\(event.key): \(outcome)")
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct TraceTests {
  private let container = Container { $0.failureHandler = { _ in } }
  private let log = Recorder<String>()

  @Test func `a trace tells the beginning and the end of every resolve, and what happened`() throws {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.container)
    container.register(Leaf.self) { _ in Leaf() }
    container.register(Cup.self) { r in
      Cup(
        (try r.require(Tea.self), try r.require(Leaf.self), try r.require(Leaf.self), r.resolve(Water.self)))
    }
    container.trace { [log] in log.add($0) }
    _ = try container.require(Cup.self)
    _ = try container.require(Tea.self)
    #expect(
      log.all == [
        "'Cup'?", " 'Tea'?", " 'Tea': built", " 'Leaf'?", " 'Leaf': built", " 'Leaf'?", " 'Leaf': cycle",
        " 'Water'?", " 'Water': missing", "'Cup': built", "'Tea'?", "'Tea': container",
      ])
  }

  @Test func `weak and custom instances, failures and forwards are told as what they are`() throws {
    let own = ObjectScope(storageFactory: PermanentStorage.init, description: "own")
    container.register(Tea.self) { _ in GreenTea() }.inObjectScope(.weak).implements((any Drink).self)
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(own)
    container.register(Water.self) { _ -> Water in throw NoStock() }
    let tea = try container.require(Tea.self)
    _ = try container.require(Leaf.self)
    container.trace { [log] in log.add($0) }
    _ = try container.require((any Drink).self)
    _ = try container.require(Leaf.self)
    _ = try? container.require(Water.self)
    withExtendedLifetime(tea) {}
    #expect(
      log.all == [
        "'Drink'?", "'Drink': weak", "'Leaf'?", "'Leaf': storage", "'Water'?", "'Water': failed",
      ])
  }

  @Test func `wrappers are traced with what they wrap, a lazy when it is used`() throws {
    container.register(Tea.self) { _ in Tea() }
    container.trace { [log] in log.add($0) }
    let lazy = try container.require(Lazy<Tea>.self)
    _ = container.resolve(Water?.self)
    _ = lazy.instance
    #expect(
      log.all == [
        "'Lazy<Tea>'?", "'Lazy<Tea>': built", "'Water?'?", " 'Water'?", " 'Water': missing",
        "'Water?': built", "'Tea'?", "'Tea': built",
      ])
  }

  @Test func `an awaited resolve is traced once, whether it has to be awaited or not`() async throws {
    container.register(Leaf.self) { _ in Leaf() }
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.container)
    container.register(Cup.self) { r in Cup(try await r.requireAsync(Tea.self)) }
    container.trace { [log] in log.add($0) }
    _ = try await container.requireAsync(Leaf.self)
    _ = try await container.requireAsync(Cup.self)
    _ = try await container.requireAsync(Tea.self)
    #expect(
      log.all == [
        "'Leaf'?", "'Leaf': built", "'Cup'?", " 'Tea'?", " 'Tea': built", "'Cup': built", "'Tea'?",
        "'Tea': container",
      ])
  }

  @Test func `an awaited service that was there, or that another task builds, is reused`() async throws {
    let own = ObjectScope(storageFactory: PermanentStorage.init, description: "own")
    let stop = AsyncStop()
    container.register(Leaf.self) { _ async in Leaf() }
    container.register(Water.self) { _ async in Water() }.inObjectScope(own)
    container.register(Saucer.self) { _ async in Saucer() }.inObjectScope(.weak)
    container.register(Price.self) { _ in Price(cents: 3) }.inObjectScope(.scoped)
    container.register(Cup.self) { r async throws in
      let saucer = try await r.requireAsync(Saucer.self)
      for _ in 0..<2 {
        _ = try await r.requireAsync(Leaf.self)
        _ = try await r.requireAsync(Water.self)
        _ = try await r.requireAsync(Price.self)
      }
      _ = try await r.requireAsync(Saucer.self)
      return Cup(saucer)
    }
    container.register(Tea.self) { _ async in
      await stop.halt()
      return Tea()
    }.inObjectScope(.container)
    let outcomes = Recorder<String>()
    container.trace { event in
      if case .ended(let outcome, _) = event.phase { outcomes.add("\(event.key): \(outcome)") }
    }
    _ = try await container.requireAsync(Cup.self)
    #expect(
      outcomes.all == [
        "'Saucer': built", "'Leaf': built", "'Water': built", "'Price': built",
        "'Leaf': cycle", "'Water': storage", "'Price': container", "'Saucer': weak", "'Cup': built",
      ])
    async let first = container.requireAsync(Tea.self)
    await stop.waitForArrival()
    async let second = container.requireAsync(Tea.self)
    await letOthersRun()
    stop.release()
    _ = try await (first, second)
    #expect(outcomes.all.suffix(2).sorted() == ["'Tea': built", "'Tea': container"])
  }

  @Test func `a tracer may verify the container`() throws {
    container.register(Tea.self) { _ in Tea() }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    let edges = Recorder<Int>()
    container.trace { [container] _ in edges.add(container.verify().graph.edges.count) }
    _ = try container.require(Tea.self)
    #expect(edges.all == [1, 1])
  }

  @Test func `the resolves of children are traced, of those that are there and of later ones, by all traces`()
    throws
  {
    let child = Container(parent: container)
    container.register(Tea.self) { _ in Tea() }
    let ofChild = child.trace { [log] in log.add($0) }
    _ = try container.require(Tea.self)
    #expect(log.all == [])
    let trace = container.trace { [log] in log.add($0) }
    _ = try child.require(Tea.self)
    #expect(log.all == ["'Tea'?", "'Tea'?", "'Tea': built", "'Tea': built"])
    ofChild.stop()
    let grandchild = Container(parent: child)
    _ = try grandchild.require(Tea.self)
    trace.stop()
    for container in [grandchild, Container(parent: child)] { _ = try container.require(Tea.self) }
    #expect(log.all.dropFirst(4) == ["'Tea'?", "'Tea': built"])
  }

  @Test func `what a tracer resolves is not traced, and it may register, stop and let go`() throws {
    container.register(Tea.self) { _ in Tea() }
    let trace = Guarded<TraceRecording?>(nil)
    let started = container.trace { [log, container] event in
      log.add(event)
      _ = container.resolve(Tea.self)
      container.register(Leaf.self) { _ in Leaf() }
      trace.withLock { $0 }?.stop()
    }
    trace.withLock { $0 = started }
    _ = try container.require(Tea.self)
    _ = try container.require(Tea.self)
    #expect(log.all == ["'Tea'?", "'Tea': built"])
  }

  @Test func `a tree shows what led to what`() throws {
    container.register(Tea.self, name: "green") { _ in Tea() }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self, name: "green")) }
    container.register(Shop.self) { r in
      Shop(try r.require(Cup.self), try r.require(Tea.self, name: "green"), r.resolve(Water.self) as Any)
    }
    container.trace(TreeTracer { [log] in log.add($0) }.receive)
    _ = try container.require(Shop.self)
    let times = try Regex(#" +\d+\.\d µs"#)
    #expect(
      log.text.replacing(times, with: "") == """
        Shop             built
          Cup            built
            Tea "green"  built
          Tea "green"    cycle
          Water          missing

        """)
  }

  private func withoutTimes(_ text: String) throws -> String {
    text.replacing(try Regex(#" +\d+\.\d µs"#), with: "")
  }

  @Test func `a tree shows what was awaited for what`() async throws {
    container.register(Tea.self, name: "green") { _ in Tea() }
    container.register(Leaf.self) { _ async in Leaf() }.inObjectScope(.container)
    container.register(Water.self) { r in
      _ = try r.require(Tea.self, name: "green")
      return Water()
    }
    container.register(Cup.self) { r async throws in
      _ = try await r.requireAsync(Leaf.self)
      return Cup(try await r.requireAsync(Water.self))
    }
    container.register(Shop.self) { r async throws in
      let cup = try await r.requireAsync(Cup.self)
      return Shop(cup, try r.require(Tea.self, name: "green"), try await r.requireAsync(Leaf.self))
    }
    container.trace(TreeTracer { [log] in log.add($0) }.receive)
    _ = try await container.requireAsync(Shop.self)
    #expect(
      try withoutTimes(log.text) == """
        Shop               built
          Cup              built
            Leaf           built
            Water          built
              Tea "green"  built
          Tea "green"      cycle
          Leaf             container

        """)
  }

  @Test func `what child tasks await stands below who asks, and each top-level resolve has its tree`()
    async throws
  {
    let stop = AsyncStop()
    container.register(Leaf.self) { _ async in
      await stop.halt()
      return Leaf()
    }
    container.register(Tea.self) { r async throws in
      _ = try await r.requireAsync(Saucer.self)
      return Tea()
    }
    container.register(Saucer.self) { _ async in Saucer() }
    container.register(Cup.self) { r async throws in
      async let leaf = r.requireAsync(Leaf.self)
      await stop.waitForArrival()
      _ = try await r.requireAsync(Tea.self)
      stop.release()
      return Cup(try await leaf)
    }
    container.register(Price.self) { _ async in Price(cents: 3) }
    let events = Recorder<TraceEvent>()
    let tree = TreeTracer { [log] in log.add($0) }
    container.trace { event in
      events.add(event)
      tree.receive(event)
    }
    async let cup = container.requireAsync(Cup.self)
    await stop.waitForArrival()
    _ = try await container.requireAsync(Price.self)
    _ = try await cup
    #expect(
      try log.all.map(withoutTimes).sorted() == [
        "Cup         built\n  Leaf      built\n  Tea       built\n    Saucer  built\n", "Price  built\n",
      ])
    let numbers = Dictionary(grouping: events.all, by: \.topLevelResolve)
    #expect(
      numbers.values.map { Set($0.map(\.key.description)).sorted() }.sorted { $0.count < $1.count } == [
        ["'Price'"], ["'Cup'", "'Leaf'", "'Saucer'", "'Tea'"],
      ])
  }

  @Test func `what a factory leaves behind begins a tree of its own`() async throws {
    let (left, stop) = (Recorder<Task<Void, Never>>(), AsyncStop())
    container.register(Leaf.self) { _ async in Leaf() }
    container.register(Tea.self) { r async in
      left.add(
        Task {
          await stop.halt()
          _ = try? await r.requireAsync(Leaf.self)
        })
      return Tea()
    }
    container.trace(TreeTracer { [log] in log.add($0) }.receive)
    _ = try await container.requireAsync(Tea.self)
    stop.release()
    await left.all[0].value
    #expect(try log.all.map(withoutTimes) == ["Tea  built\n", "Leaf  built\n"])
  }

  @Test func `what goes on after its top-level resolve is shown as running`() async throws {
    let stop = AsyncStop()
    container.register(Water.self) { _ async in
      await stop.halt()
      return Water()
    }
    container.register(Leaf.self) { r async throws in
      _ = try await r.requireAsync(Water.self)
      return Leaf()
    }.inObjectScope(.container)
    container.register(Tea.self) { r async throws in
      _ = try? await r.requireAsync(Leaf.self)
      return Tea()
    }
    container.trace(TreeTracer { [log] in log.add($0) }.receive)
    let task = Task { [container] in try await container.requireAsync(Tea.self) }
    await stop.waitForArrival()
    task.cancel()
    _ = try await task.value
    stop.release()
    #expect(
      try log.all.map(withoutTimes) == ["Tea        built\n  Leaf     failed\n    Water  running\n"])
  }

  @Test func `a trace does not keep the container`() async {
    var container: Container? = Container()
    weak let kept = container
    let trace = container?.trace { _ in }
    container = nil
    #expect(await isReleased { kept })
    trace?.stop()
  }

  @Test func `an await gets the instance that it found, also if who looks on resets the scope`() async throws
  {
    let container = Container()
    container.register([Int].self) { _ async in [7] }.inObjectScope(.container)
    _ = try await container.requireAsync([Int].self)
    let trace = container.trace { [unowned container] event in
      if case .began = event.phase { container.resetObjectScope(.container) }
    }
    #expect(try await container.requireAsync([Int].self) == [7])
    trace.stop()
  }
}
