import Facet
import FacetTestSupport
import Testing

private struct Ill: Error {}
/// A completion that fails while other threads need its service.
@Suite(.timeLimit(.minutes(20))) struct FailedCompletionThreadTests {
  private let container = Container()

  @Test(arguments: [ObjectScope.container, .weak, .session])
  func `who waits for a service whose completion fails builds it again`(scope: ObjectScope) {
    let (runs, stop) = (Counter(), Stop())
    container.register(Node.self, name: "vet") { _ in Node() }.inObjectScope(scope)
      .initCompleted { _, _ in
        guard runs.next() == 1 else { return }
        stop.halt()
        throw Ill()
      }
    let first = ThreadRun { [container] in try? container.require(Node.self, name: "vet") }
    stop.waitForArrival()
    let second = ThreadRun { [container] in try? container.require(Node.self, name: "vet") }
    #expect(second.rests)
    stop.release()
    #expect(first.result.map { $0 == nil } == true)
    #expect(second.result.map { $0 != nil } == true)
    #expect(second.result.map { $0 === container.resolve(Node.self, name: "vet") } == true)
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
    container.register(Node.self, name: "vet") { _ in Node() }.inObjectScope(.container)
      .initCompleted { r, vet in
        meeting.attend("vet")
        vet.next = try r.require(name: "clinic")
        if runs.next() == 1 { throw Ill() }
      }
    container.register(Node.self, name: "clinic") { _ in Node() }.inObjectScope(.container)
      .initCompleted { r, clinic in
        meeting.attend("clinic")
        clinic.next = try r.require(name: "vet")
      }
    let first = ThreadRun { [container] in try? container.require(Node.self, name: "vet") }
    let second = ThreadRun { [container] in try? container.require(Node.self, name: "clinic") }
    _ = (first.result, second.result)
    let (vet, clinic) = (
      try container.require(Node.self, name: "vet"), try container.require(Node.self, name: "clinic")
    )
    #expect(vet.next === clinic)
    #expect(clinic.next === vet)
    // Who got a service got the one that is kept.
    if case .some(.some(let got)) = first.result { #expect(got === vet) }
    if case .some(.some(let got)) = second.result { #expect(got === clinic) }
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
    container.register(Node.self, name: "clinic") { r in Node(try r.require(name: "vet")) }.inObjectScope(
      .container)
    let first = ThreadRun { [container] in try? container.require(Node.self, name: "vet") }
    stop.waitForArrival()
    let second = ThreadRun { [container] in try? container.require(Node.self, name: "clinic") }
    #expect(second.rests)
    stop.release()
    #expect(first.result.map { $0 == nil } == true)
    let clinic = try container.require(Node.self, name: "clinic")
    #expect(second.result.map { $0 === clinic } == true)
    #expect(clinic.next?.next === clinic)
  }
}
