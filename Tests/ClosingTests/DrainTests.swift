import Facet
import FacetTestSupport
import Foundation
import Testing

/// Runs on a thread of its own, which may wait.
@discardableResult
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Task<Result, Never> {
  Task {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
private final class Log: Sendable {}
private final class Inbox: Sendable { init(_ log: Log) {} }

/// What an awaited close lets finish: builds that began before may resolve what they need.
@Suite(.timeLimit(.minutes(20))) struct DrainTests {
  private let container = Container()
  private let trace = Recorder<String>()
  private let stop = Stop()

  init() {
    container.failureHandler = { _ in }
    container.register(Log.self) { _ in Log() }.inObjectScope(.container)
      .onClose { [trace] _ in trace.add("log ends") }
  }
  /// Begins the close while the build stands still, and lets that go on when the container refuses others.
  private func closeMeanwhile(_ closed: Container? = nil) async throws {
    let closed = closed ?? container
    await onThread { [stop] in stop.waitForArrival() }.value
    let close = Task {
      try await closed.closeAsync()
      trace.add("closed")
    }
    while !closed.isClosed { await Task.yield() }
    for _ in 0..<200 { await Task.yield() }
    stop.release()
    try await close.value
  }

  @Test func `a build of a thread gets what it needs, and both end before the close returns`() async throws {
    let (container, stop, trace) = (container, stop, trace)
    container.register(Inbox.self) { r in
      stop.halt()
      trace.add("others: \(container.resolve(Int.self) == nil)")
      return Inbox(try r.require())
    }.inObjectScope(.container).onClose { _ in trace.add("inbox ends") }
    let inbox = onThread { container.resolve(Inbox.self) }
    try await closeMeanwhile()
    #expect(await inbox.value != nil)
    #expect(trace.all == ["others: true", "inbox ends", "log ends", "closed"])
    #expect(container.resolve(Log.self) == nil)
  }

  @Test func `who asks anew meanwhile is refused, with the place of the close`() async throws {
    let (container, stop) = (container, stop)
    let code = Recorder<ResolutionError.Code>()
    container.register(Inbox.self) { r in
      stop.halt()
      // Another thread, which builds nothing.
      let other = Meeting(of: 2)
      Thread.detachNewThread {
        do { _ = try container.require(Log.self) } catch { code.add((error as! ResolutionError).code) }
        other.attend()
      }
      other.attend()
      return Inbox(try r.require())
    }.inObjectScope(.container)
    let inbox = onThread { container.resolve(Inbox.self) }
    try await closeMeanwhile()
    #expect(await inbox.value != nil)
    #expect(code.all == [.containerClosed])
  }

  @Test func `an awaited build gets what it awaits`() async throws {
    let (container, stop, trace) = (container, stop, trace)
    container.register(Inbox.self) { r async throws in
      await onThread { stop.halt() }.value
      _ = try await r.requireAsync(Date.self)
      return Inbox(try r.require())
    }.inObjectScope(.container).onClose { _ in trace.add("inbox ends") }
    container.register(Date.self) { _ async in Date() }.inObjectScope(.container)
      .onClose { _ in trace.add("date ends") }
    let inbox = Task { try await container.requireAsync(Inbox.self) }
    try await closeMeanwhile()
    _ = try await inbox.value
    #expect(trace.all == ["inbox ends", "log ends", "date ends", "closed"])
  }

  @Test func `a build gets services of each scope, also in lists and by names`() async throws {
    let (container, stop) = (container, stop)
    let scopes: [(String, ObjectScope)] = [
      ("container", .container), ("graph", .graph), ("transient", .transient), ("weak", .weak),
      ("session", ObjectScope(storageFactory: PermanentStorage.init)),
      ("stored", ObjectScope(storageFactory: Drawer.init)),
    ]
    for (name, scope) in scopes {
      container.register(Page.self, name: name) { _ in Page() }.inObjectScope(scope)
    }
    // One that is kept already.
    let kept = container.resolve(Page.self, name: "stored")
    container.register(Inbox.self) { r in
      stop.halt()
      for (name, _) in scopes { _ = try r.require(Page.self, name: name) }
      #expect(r.resolve(Page.self, name: "stored") === kept)
      #expect(r.resolveAll(Page.self).count == scopes.count)
      #expect(try r.requireAll(Page.self).count == scopes.count)
      #expect(r.resolveAllByName(Page.self).count == scopes.count)
      return Inbox(try r.require())
    }.inObjectScope(.container)
    let inbox = onThread { container.resolve(Inbox.self) }
    try await closeMeanwhile()
    #expect(await inbox.value != nil)
  }
  private final class Page: Sendable {}
  private final class Drawer: InstanceStorage, @unchecked Sendable {
    // Unchecked: the container calls it in a lock.
    var instance: Any?
  }

  @Test func `a scoped build gets what parents keep, while the program's container is closed`() async throws {
    let (container, stop, trace) = (container, stop, trace)
    container.register(Inbox.self) { r in
      stop.halt()
      return Inbox(try r.require())
    }.inObjectScope(.scoped).onClose { _ in trace.add("inbox ends") }
    let request = Container(parent: container)
    let inbox = onThread { request.resolve(Inbox.self) }
    try await closeMeanwhile()
    #expect(await inbox.value != nil)
    #expect(trace.all == ["inbox ends", "log ends", "closed"])
    #expect(request.isClosed)
  }

  @Test func `a build may make a child meanwhile, which ends with the rest`() async throws {
    let (container, stop, trace) = (container, stop, trace)
    container.register(Date.self) { _ in Date() }.inObjectScope(.scoped)
      .onClose { _ in trace.add("date ends") }
    let children = Recorder<Container>()
    container.register(Inbox.self) { r in
      stop.halt()
      let child = Container(parent: container)
      children.add(child)
      _ = try child.require(Date.self)
      return Inbox(try child.require())
    }.inObjectScope(.container).onClose { _ in trace.add("inbox ends") }
    let inbox = onThread { container.resolve(Inbox.self) }
    try await closeMeanwhile()
    #expect(await inbox.value != nil)
    #expect(trace.all == ["date ends", "inbox ends", "log ends", "closed"])
    #expect(children.all.map(\.isClosed) == [true])
  }

  @Test func `a close of the parent that is not awaited refuses at once`() async throws {
    let (container, stop, trace) = (container, stop, trace)
    let code = Recorder<ResolutionError.Code>()
    let child = Container(parent: container)
    child.register(Inbox.self) { r in
      stop.halt()
      return Inbox(try r.require())
    }.inObjectScope(.container)
    Thread.detachNewThread {
      do { _ = try child.require(Inbox.self) } catch { code.add((error as! ResolutionError).code) }
    }
    await onThread { stop.waitForArrival() }.value
    let close = Task { try await child.closeAsync() }
    while !child.isClosed { await Task.yield() }
    try container.close()
    trace.add("closed")
    stop.release()
    try await close.value
    while code.all.isEmpty { await Task.yield() }
    #expect(code.all == [.containerClosed])
    #expect(trace.all == ["closed"])
  }

  @Test func `of builds that need one another over threads, nothing is seen half-built, and each ends once`()
    async throws
  {
    for _ in 0..<200 {
      let (container, made, ended) = (Container(), Recorder<String>(), Recorder<String>())
      container.failureHandler = { _ in }
      container.register(Egg.self) { _ in
        made.add("egg")
        return Egg()
      }.inObjectScope(.container)
        .initCompleted { r, egg in egg.hen.exchange(try r.require(Hen.self)) }
        .onClose { egg in
          egg.hen.exchange(nil)
          ended.add("egg")
        }
      container.register(Hen.self) { _ in
        made.add("hen")
        return Hen()
      }.inObjectScope(.container)
        .initCompleted { r, hen in hen.egg.exchange(try r.require(Egg.self)) }
        .onClose { hen in
          hen.egg.exchange(nil)
          ended.add("hen")
        }
      let begun = Meeting(of: 3)
      let rounds = [
        onThread {
          begun.attend()
          return container.resolve(Egg.self) != nil
        },
        onThread {
          begun.attend()
          return container.resolve(Hen.self) != nil
        },
      ]
      await onThread { begun.attend() }.value
      try await container.closeAsync()
      for round in rounds { _ = await round.value }
      #expect(ended.all.sorted() == made.all.sorted())
    }
  }

  @Test func `a close waits for a build that another party was faster with, until its completion returns`()
    async throws
  {
    let (container, trace, runs) = (container, trace, Counter())
    let (met, mayAsk, published, goesOn) = (Meeting(of: 3), Gate(), Gate(), Gate())
    container.register(Egg.self) { _ in Egg() }.inObjectScope(.container)
      .initCompleted { r, egg in
        let isFirst = runs.next() == 1
        if isFirst { met.attend() }
        egg.hen.exchange(try r.require(Hen.self))
        guard isFirst else { return }
        // The other thread has published both: this one does not know yet that it has lost.
        published.open()
        goesOn.pass()
        trace.add("completed")
      }
    container.register(Hen.self) { _ in Hen() }.inObjectScope(.container)
      .initCompleted { r, hen in
        met.attend()
        mayAsk.pass()
        hen.egg.exchange(try r.require(Egg.self))
      }
    let loser = ThreadRun { container.resolve(Egg.self) }
    let winner = ThreadRun { container.resolve(Hen.self) }
    await onThread {
      met.attend()
      while !loser.rests { Thread.sleep(forTimeInterval: 0.01) }
      mayAsk.open()
      published.pass()
    }.value
    let close = Task {
      try await container.closeAsync()
      trace.add("closed")
    }
    while !container.isClosed { await Task.yield() }
    await letOthersRun()
    #expect(trace.all == [])
    goesOn.open()
    try await close.value
    let (egg, hen) = await onThread { (loser.result ?? nil, winner.result ?? nil) }.value
    #expect(egg != nil && egg === hen?.egg.value)
    #expect(trace.all == ["completed", "closed"])
  }

  private final class Egg: Sendable { let hen = Locked<Hen?>(nil) }
  private final class Hen: Sendable { let egg = Locked<Egg?>(nil) }
}
