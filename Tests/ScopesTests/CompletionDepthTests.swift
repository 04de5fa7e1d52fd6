import Facet
import FacetTestSupport
import Foundation
import Testing

private final class Node: Sendable {}
private final class Ticket: Sendable {}

/// Registers a node whose completion asks for a node with a new argument each time, and expects one error with its path.
private func expectTooDeep<Argument: Sendable>(
  _ typeName: String, _ argument: @escaping @Sendable () -> Argument
) {
  let (container, errors) = (Container(), Recorder<ResolutionError>())
  container.failureHandler = { errors.add($0) }
  container.register(Node.self) { (_, _: Argument) in Node() }
    .initCompleted { r, _ in _ = r.resolve(Node.self, argument: argument()) }
  container.register(Int.self) { _ in 7 }
  runOnThread(stackSize: 8 << 20) {
    _ = container.resolve(Node.self, argument: argument())
    #expect(container.resolve(Int.self) == 7)
  }
  #expect(errors.all.map(\.code) == [.tooDeep])
  let path = errors.all.first?.path ?? []
  #expect(path.count > 1)
  #expect(Set(path.map(\.description)) == ["'Node' with arguments (\(typeName))"])
}

/// A recursion through completions whose arguments never compare equal is an error with its path, and no overflow.
@Suite(.timeLimit(.minutes(20))) struct CompletionDepthTests {
  @Test func `a completion that passes another object or number each time, or one unequal to itself`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let number = Counter()
      expectTooDeep("Ticket") { Ticket() }
      expectTooDeep("Int") { number.next() }
      expectTooDeep("Double") { Double.nan }
    }
  }

  @Test func `the text names the types of the arguments that have closures, and none that only differ`() async
  {
    await #expect(processExitsWith: .success) {
      endProcess()
      struct Style: Sendable {
        let size: Int
        let change: @Sendable () -> Void
      }
      struct Point: Sendable { let x: Int }
      let container = Container()
      let failures = Recorder.failures(of: container)
      container.register(Node.self) { (r, style: Style, _: Int, _: Ticket) in
        _ = try r.require(Ticket.self, argument: style)
        return Node()
      }
      container.register(Ticket.self) { (r, style: Style) in
        _ = try r.require(Node.self, arguments: style, 1, Ticket())
        return Ticket()
      }
      container.register(Node.self) { (_, _: Point) in Node() }
        .initCompleted { (r, _, point: Point) in _ = r.resolve(Node.self, argument: Point(x: point.x + 1)) }
      runOnThread(stackSize: 1 << 20) {
        _ = container.resolve(Node.self, arguments: Style(size: 0) {}, 1, Ticket())
        _ = container.resolve(Node.self, argument: Point(x: 0))
      }
      let remedies = failures.all.map { $0.split(separator: "\n").filter { $0.hasPrefix("  •") } }
      #expect(
        remedies.first?.prefix(2) == [
          "  • End the recursion: every service on the path needs the next one.",
          "  • Pass arguments without closures in place of 'Style', or give them an ==. Facet recognises a loop only by equal arguments.",
        ])
      #expect(
        remedies.last == [
          "  • End the recursion: every service on the path needs the next one.",
          "  • Ask for Provider<Node, Point>, by resolver.require(Provider<Node, Point>.self), in the initCompleted of 'Node' with arguments (Point), and let the service keep that: it is used later, when all are built.",
          "  • Resolve on a thread with a larger stack.",
        ])
    }
  }

  @Test func `a completion that passes a closure, which equals nothing, gets what it completes`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.failureHandler = { errors.add($0.code) }
      container.register(Node.self) { (_, _: @escaping @Sendable () -> Ticket) in Node() }
        .initCompleted { r, _ in
          let ticket = Ticket()
          let closure: @Sendable () -> Ticket = { ticket }
          _ = r.resolve(Node.self, argument: closure)
        }
      runOnThread(stackSize: 8 << 20) {
        let closure: @Sendable () -> Ticket = { Ticket() }
        #expect(container.resolve(Node.self, argument: closure) != nil)
      }
      #expect(errors.all.isEmpty)
    }
  }
}
