import Facet
import FacetTestSupport
import Testing

private struct Ill: Error {}
/// A completion that fails while other threads need its service.
@Suite(.timeLimit(.minutes(20))) struct FailedCompletionThreadTests {
  private let container = Container()

  /// What a resolve on another thread gives.
  private func resolve(_ name: String) -> ThreadRun<Node?> {
    ThreadRun { [container] in try? container.require(Node.self, name: name) }
  }

  @Test(arguments: [ObjectScope.container, .weak, .session])
  func `who waits for a service whose completion fails builds it again`(scope: ObjectScope) {
    let (runs, stop) = (Counter(), Stop())
    container.register(Node.self, name: "vet") { _ in Node() }.inObjectScope(scope)
      .initCompleted { _, _ in
        guard runs.next() == 1 else { return }
        stop.halt()
        throw Ill()
      }
    let first = resolve("vet")
    stop.waitForArrival()
    let second = resolve("vet")
    #expect(second.rests)
    stop.release()
    #expect(first.result.map { $0 == nil } == true)
    let vet = second.result ?? nil
    #expect(vet != nil && vet === container.resolve(Node.self, name: "vet"))
    #expect(runs.value == 2)
  }

  @Test func `who waits and fails as well gets an error with a path of its own`() {
    let (runs, stop) = (Counter(), Stop())
    container.register(Node.self, name: "vet") { _ in Node() }.inObjectScope(.container)
      .initCompleted { _, _ in
        if runs.next() == 1 { stop.halt() }
        throw Ill()
      }
    container.register(Node.self, name: "clinic") { r in Node(try r.require(name: "vet")) }
    let first = ThreadRun { [container] in
      #expect(throws: ResolutionError.self) { try container.require(Node.self, name: "vet") }
    }
    stop.waitForArrival()
    let second = ThreadRun { [container] in
      #expect(throws: ResolutionError.self) { try container.require(Node.self, name: "clinic") }
    }
    #expect(second.rests)
    stop.release()
    #expect(first.result??.path == [ServiceKey(Node.self, name: "vet")])
    #expect(
      second.result??.path == [ServiceKey(Node.self, name: "clinic"), ServiceKey(Node.self, name: "vet")])
    #expect(runs.value == 2)
  }

  @Test(arguments: 0..<20)
  func `what another thread built on a half-completed service that fails is built again`(number: Int) throws {
    let (runs, meeting) = (Counter(), NamedMeeting(of: 2))
    for (name, other) in [("vet", "clinic"), ("clinic", "vet")] {
      container.register(Node.self, name: name) { _ in Node() }.inObjectScope(.container)
        .initCompleted { r, node in
          meeting.attend(name)
          node.next = try r.require(name: other)
          if name == "vet", runs.next() == 1 { throw Ill() }
        }
    }
    let found = [resolve("vet"), resolve("clinic")].map { $0.result ?? nil }
    let vet = try container.require(Node.self, name: "vet")
    let clinic = try container.require(Node.self, name: "clinic")
    #expect(vet.next === clinic && clinic.next === vet)
    // Who got a service got the one that is kept.
    #expect(found[0] == nil || found[0] === vet)
    #expect(found[1] == nil || found[1] === clinic)
  }

  @Test func `a service of graph scope is half-completed for other threads, too, which wait`() throws {
    let (runs, stop) = (Counter(), Stop())
    container.register(Node.self, name: "vet") { _ in Node() }
      .initCompleted { r, vet in
        vet.next = try r.require(name: "clinic")
        guard runs.next() == 1 else { return }
        stop.halt()
        throw Ill()
      }
    container.register(Node.self, name: "clinic") { r in Node(try r.require(name: "vet")) }
      .inObjectScope(.container)
    let first = resolve("vet")
    stop.waitForArrival()
    let second = resolve("clinic")
    #expect(second.rests)
    stop.release()
    #expect(first.result.map { $0 == nil } == true)
    let clinic = try container.require(Node.self, name: "clinic")
    #expect(second.result ?? nil === clinic && clinic.next?.next === clinic)
  }
}
