@testable import Facet
import FacetInspection
import FacetTestSupport
import Testing

/// That what observes a container leaves nothing behind, whatever it does itself.
@Suite(.timeLimit(.minutes(20))) struct ObservationTests {
  /// Holds something until it is dropped.
  private final class Holder<Value: Sendable>: Sendable {
    private let state: Locked<Value?>

    init(_ value: Value? = nil) { state = Locked(value) }

    var value: Value? { state.value }

    func hold(_ value: Value) { state.exchange(value) }
    func drop() { state.exchange(nil) }
  }

  private let container = Container()

  init() {
    container.failureHandler = { _ in }
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.container)
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
  }

  @Test func `a container is observed as long as something observes it or a parent`() throws {
    let child = Container(parent: container)
    let trace = container.trace { _ in }
    let grandchild = Container(parent: child)
    let all = [container, child, grandchild]
    #expect(all.map(\.registry.isObserved) == [true, true, true])
    let other = child.trace { _ in }
    trace.stop()
    #expect(all.map(\.registry.isObserved) == [false, true, true])
    other.stop()
    other.stop()
    #expect(all.map(\.registry.isObserved) == [false, false, false])
    try grandchild.verify().check()
    #expect(all.map(\.registry.isObserved) == [false, false, false])
  }

  @Test func `children come and go while traces begin and end, and none stays observed`() {
    let children = (0..<2).map { number in
      ThreadRun { [container] in
        for _ in 0..<500 {
          let child = Container(parent: Container(parent: container))
          if number == 0 { _ = child.resolve(Cup.self) }
        }
        return true
      }
    }
    let traces = (0..<2).map { _ in
      ThreadRun { [container] in
        for _ in 0..<200 { container.trace { _ in }.stop() }
        return true
      }
    }
    #expect((children + traces).allSatisfy { $0.result == true })
    #expect(!container.registry.isObserved && !Container(parent: container).registry.isObserved)
  }

  @Test func `verifications of a child and of its parent run at the same time`() {
    let child = Container(parent: container)
    child.register(Saucer.self) { r in Saucer(try r.require(Cup.self)) }
    let threads = (0..<4).map { number in
      ThreadRun { [container] in
        (0..<50).allSatisfy { _ in (number.isMultiple(of: 2) ? container : child).verify().problems.isEmpty }
      }
    }
    #expect(threads.allSatisfy { $0.result == true })
    #expect(!container.registry.isObserved && !child.registry.isObserved)
  }

  @Test func `a tracer that stops its trace still gets the end of what runs`() throws {
    let trace = Holder<TraceRecording>()
    let depths = Holder<[Int]>([])
    trace.hold(
      container.trace { event in
        depths.hold((depths.value ?? []) + [event.depth])
        if event.depth == 1 { trace.value?.stop() }
      })
    _ = try container.require(Cup.self)
    _ = try container.require(Cup.self)
    #expect(depths.value == [0, 1, 1, 0])
    #expect(!container.registry.isObserved)
  }

  @Test func `a tracer may drop the last reference to the container and to its child`() async throws {
    let parent = Holder(Container())
    let child = Holder(Container(parent: parent.value))
    weak let gone = parent.value
    parent.value?.register(Tea.self) { _ in Tea() }
    child.value?.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    parent.value?.trace { _ in
      child.drop()
      parent.drop()
    }
    #expect(try child.value?.require(Cup.self) != nil)
    #expect(await isReleased { gone })
  }

  @Test func `a factory may drop the container that is verified`() async throws {
    let container = Holder(Container())
    weak let gone = container.value
    container.value?.register(Tea.self) { _ in
      container.drop()
      return Tea()
    }
    container.value?.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    let report = container.value?.verify()
    #expect(report?.graph.edges.count == 1)
    #expect(await isReleased { gone })
  }
}
