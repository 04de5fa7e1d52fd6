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
  endProcess()
  let (container, errors) = (Container(), Recorder<ResolutionError>())
  container.register(Node.self) { (_, _: Argument) in Node() }
    .initCompleted { r, _ in
      do throws(ResolutionError) {
        _ = try r.require(Node.self, argument: argument())
      } catch {
        errors.add(error)
      }
    }
  runOnThread(stackSize: 8 << 20) { _ = container.resolve(Node.self, argument: argument()) }
  #expect(errors.all.map(\.code) == [.tooDeep])
  let path = errors.all.first?.path ?? []
  #expect(path.count > 1)
  #expect(Set(path.map(\.description)) == ["'Node' with arguments (\(typeName))"])
}

/// A recursion through completions whose arguments never compare equal is an error with its path, and no overflow.
@Suite(.timeLimit(.minutes(20))) struct CompletionDepthTests {
  @Test func `a completion that passes a new object each time`() async {
    await #expect(processExitsWith: .success) { expectTooDeep("Ticket") { Ticket() } }
  }

  @Test func `a completion that passes a number that is not equal to itself`() async {
    await #expect(processExitsWith: .success) { expectTooDeep("Double") { Double.nan } }
  }

  @Test func `the text names the types of the arguments that are not Equatable`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      struct Point: Sendable { let x: Int }
      let (container, errors) = (Container(), Recorder<ResolutionError>())
      container.register(Node.self) { (_, _: Point, _: Int, _: Ticket) in Node() }
        .initCompleted { (r, _, point: Point, _: Int, _: Ticket) in
          do throws(ResolutionError) {
            _ = try r.require(Node.self, arguments: Point(x: point.x + 1), 1, Ticket())
          } catch {
            errors.add(error)
          }
        }
      runOnThread(stackSize: 1 << 20) {
        _ = container.resolve(Node.self, arguments: Point(x: 0), 1, Ticket())
      }
      #expect(
        errors.all.first?.description.hasSuffix(
          """
          To fix this, do one of:
            • End the recursion: every service on the path needs the next one.
            • Make 'Point' Equatable, or pass another type. Facet recognises a loop only by equal arguments.
            • Ask for Lazy<Node> or Provider<Node> in one of the factories.
            • Resolve on a thread with a larger stack.
          """) == true, "\(errors.all)")
    }
  }

  @Test
  func `a completion that passes a closure, which cannot be compared, gets the instance that it completes`()
    async
  {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, errors) = (Container(), Recorder<ResolutionError.Code>())
      container.register(Node.self) { (_, _: @escaping @Sendable () -> Ticket) in Node() }
        .initCompleted { r, _ in
          let ticket = Ticket()
          let closure: @Sendable () -> Ticket = { ticket }
          do throws(ResolutionError) {
            _ = try r.require(Node.self, argument: closure)
          } catch {
            errors.add(error.code)
          }
        }
      runOnThread(stackSize: 8 << 20) {
        let closure: @Sendable () -> Ticket = { Ticket() }
        _ = container.resolve(Node.self, argument: closure)
      }
      #expect(errors.all.isEmpty)
    }
  }

  @Test func `a resolve that gives nil for its depth tells the failure handler once`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, failures) = (Container(), Recorder<ResolutionError>())
      container.failureHandler = { failures.add($0) }
      container.register(Node.self) { (_, _: Ticket) in Node() }
        .initCompleted { r, _ in _ = r.resolve(Node.self, argument: Ticket()) }
      runOnThread(stackSize: 8 << 20) { _ = container.resolve(Node.self, argument: Ticket()) }
      #expect(failures.all.map(\.code) == [.tooDeep])
      #expect((failures.all.first?.path.count ?? 0) > 1)
    }
  }

  @Test func `after the error the container works as before`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let container = Container()
      container.failureHandler = { _ in }
      container.register(Node.self) { (_, _: Ticket) in Node() }
        .initCompleted { r, _ in _ = r.resolve(Node.self, argument: Ticket()) }
      container.register(Int.self) { _ in 7 }
      for _ in 1...3 {
        runOnThread(stackSize: 1 << 20) {
          _ = container.resolve(Node.self, argument: Ticket())
          #expect(container.resolve(Int.self) == 7)
        }
      }
    }
  }
}
