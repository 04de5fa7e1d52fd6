import Facet
import FacetTestSupport
import Testing

private struct Ill: Error {}
private final class Vet: @unchecked Sendable {
  // Unchecked, as the other: its completion alone writes it, before others see it.
  var clinic: Clinic?
}
private final class Clinic: @unchecked Sendable {
  var vet: Vet?
}

/// A completion that fails while other threads need its service.
@Suite(.timeLimit(.minutes(20))) struct FailedCompletionThreadTests {
  private let container = Container()

  @Test(arguments: [ObjectScope.container, .weak, .session])
  func `who waits for a service whose completion fails builds it again`(scope: ObjectScope) {
    let (runs, stop) = (Counter(), Stop())
    container.register(Vet.self) { _ in Vet() }.inObjectScope(scope)
      .initCompleted { _, _ in
        guard runs.next() == 1 else { return }
        stop.halt()
        throw Ill()
      }
    let first = ThreadRun { [container] in try? container.require(Vet.self) }
    stop.waitForArrival()
    let second = ThreadRun { [container] in try? container.require(Vet.self) }
    #expect(second.rests)
    stop.release()
    #expect(first.result.map { $0 == nil } == true)
    #expect(second.result.map { $0 != nil } == true)
    #expect(second.result.map { $0 === container.resolve(Vet.self) } == true)
    #expect(runs.value == 2)
  }

  @Test func `who waits and fails as well gets an error with a path of its own`() {
    let (runs, stop) = (Counter(), Stop())
    container.register(Vet.self) { _ in Vet() }.inObjectScope(.container)
      .initCompleted { _, _ in
        if runs.next() == 1 { stop.halt() }
        throw Ill()
      }
    container.register(Clinic.self) { r in
      let clinic = Clinic()
      clinic.vet = try r.require(Vet.self)
      return clinic
    }
    let first = ThreadRun { [container] in
      #expect(throws: ResolutionError.self) { try container.require(Vet.self) }
    }
    stop.waitForArrival()
    let second = ThreadRun { [container] in
      #expect(throws: ResolutionError.self) { try container.require(Clinic.self) }
    }
    #expect(second.rests)
    stop.release()
    #expect(first.result??.path == [ServiceKey(Vet.self)])
    #expect(second.result??.path == [ServiceKey(Clinic.self), ServiceKey(Vet.self)])
    #expect(runs.value == 2)
  }

  @Test(arguments: 0..<20)
  func `what another thread built on a half-completed service that fails is built again`(number: Int) throws {
    let (runs, meeting) = (Counter(), NamedMeeting(of: 2))
    container.register(Vet.self) { _ in Vet() }.inObjectScope(.container)
      .initCompleted { r, vet in
        meeting.attend("vet")
        vet.clinic = try r.require(Clinic.self)
        if runs.next() == 1 { throw Ill() }
      }
    container.register(Clinic.self) { _ in Clinic() }.inObjectScope(.container)
      .initCompleted { r, clinic in
        meeting.attend("clinic")
        clinic.vet = try r.require(Vet.self)
      }
    let first = ThreadRun { [container] in try? container.require(Vet.self) }
    let second = ThreadRun { [container] in try? container.require(Clinic.self) }
    _ = (first.result, second.result)
    let (vet, clinic) = (try container.require(Vet.self), try container.require(Clinic.self))
    #expect(vet.clinic === clinic)
    #expect(clinic.vet === vet)
    // Who got a service got the one that is kept.
    if case .some(.some(let got)) = first.result { #expect(got === vet) }
    if case .some(.some(let got)) = second.result { #expect(got === clinic) }
  }

  @Test func `a service of graph scope is half-completed for other threads, too, which wait`() throws {
    let (runs, stop) = (Counter(), Stop())
    container.register(Vet.self) { _ in Vet() }
      .initCompleted { r, vet in
        vet.clinic = try r.require(Clinic.self)
        guard runs.next() == 1 else { return }
        stop.halt()
        throw Ill()
      }
    container.register(Clinic.self) { r in
      let clinic = Clinic()
      clinic.vet = try r.require(Vet.self)
      return clinic
    }.inObjectScope(.container)
    let first = ThreadRun { [container] in try? container.require(Vet.self) }
    stop.waitForArrival()
    let second = ThreadRun { [container] in try? container.require(Clinic.self) }
    #expect(second.rests)
    stop.release()
    #expect(first.result.map { $0 == nil } == true)
    let clinic = try container.require(Clinic.self)
    #expect(second.result.map { $0 === clinic } == true)
    #expect(clinic.vet?.clinic === clinic)
  }
}
