import Facet
import FacetTestSupport
import Testing

private struct Ill: Error {}
private final class Vet: @unchecked Sendable {
  // Unchecked, as the others: completions alone write them, on one thread.
  var clinic: Clinic?
}
private final class Clinic: @unchecked Sendable {
  var vet: Vet?
}
private struct Town { let clinic: Clinic }

/// A failure in `initCompleted` fails the resolve: nothing is kept of what was half-completed.
@Suite(.timeLimit(.minutes(20))) struct FailedCompletionTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [
    .transient, .graph, .container, .weak, .scoped, .perArgument, .storing, .graphStoring,
  ]

  /// Those in which a circle finds the half-completed service.
  static let sharing: [ObjectScope] = [.graph, .container, .weak, .storing]

  init() {
    container.failureHandler = { _ in }
  }

  @Test(arguments: scopes)
  func `the instance is released, and built again by the next resolve`(scope: ObjectScope) throws {
    let (runs, last, completed) = (Counter(), Counter(), Recorder<Weakly>())
    container.register(Vet.self) { _ in Vet() }.inObjectScope(scope).implements(AnyObject.self)
      .initCompleted { _, vet in completed.add(Weakly(vet: vet)) }
      .initCompleted { _, _ in if runs.next() < 3 { throw Ill() } }
      .initCompleted { _, _ in last.next() }
    #expect(container.resolve(Vet.self) == nil)
    // Under a forwarded key, too.
    let error = expectFailure(.factoryFailed) { try container.require(AnyObject.self) }
    #expect(error?.underlyingError is Ill)
    #expect(completed.all.allSatisfy { $0.vet == nil })
    let vet = try container.require(Vet.self)
    #expect((runs.value, last.value) == (3, 1))
    #expect(completed.all.last?.vet === vet)
  }

  private struct Weakly: Sendable {
    weak let vet: Vet?
  }

  @Test(arguments: scopes, [false, true])
  func `what fails in a cycle can be tried again in that cycle`(scope: ObjectScope, isFactory: Bool) throws {
    let runs = Counter()
    container.register(Clinic.self) { _ in
      if isFactory && runs.next() < 3 { throw Ill() }
      return Clinic()
    }.inObjectScope(scope)
      .initCompleted { _, _ in if !isFactory && runs.next() < 3 { throw Ill() } }
    container.register(Vet.self) { _ in Vet() }
    container.register(Town.self) { r in
      let vet = try r.require(Vet.self)
      for _ in 1...2 {
        let error = #expect(throws: ResolutionError.self) { try r.require(Clinic.self) }
        #expect(error?.underlyingError is Ill)
      }
      let clinic = try r.require(Clinic.self)
      if scope !== ObjectScope.transient { #expect(r.resolve(Clinic.self) === clinic) }
      // What was built before is still there.
      #expect(try r.require(Vet.self) === vet)
      return Town(clinic: clinic)
    }
    let town = try container.require(Town.self)
    if ![ObjectScope.transient, .graph, .graphStoring].contains(where: { $0 === scope }) {
      #expect(try container.require(Clinic.self) === town.clinic)
    }
    #expect(runs.value == 3)
  }

  @Test(arguments: sharing, sharing)
  func `what got it half-completed is forgotten too`(vetScope: ObjectScope, clinicScope: ObjectScope) throws {
    let runs = Counter()
    container.register(Vet.self) { _ in Vet() }.inObjectScope(vetScope)
      .initCompleted { r, vet in
        vet.clinic = try r.require(Clinic.self)
        if runs.next() == 1 { throw Ill() }
      }
    container.register(Clinic.self) { _ in Clinic() }.inObjectScope(clinicScope)
      .initCompleted { r, clinic in clinic.vet = try r.require(Vet.self) }
    container.register(Town.self) { r in
      // In one cycle: nothing of the first try is found in the second.
      #expect(throws: ResolutionError.self) { try r.require(Vet.self) }
      let vet = try r.require(Vet.self)
      let clinic = try r.require(Clinic.self)
      #expect(vet.clinic === clinic)
      #expect(clinic.vet === vet)
      return Town(clinic: clinic)
    }
    let town = try container.require(Town.self)
    if clinicScope !== ObjectScope.graph { #expect(try container.require(Clinic.self) === town.clinic) }
    #expect(runs.value == 2)
  }

  @Test(arguments: [ObjectScope.container, .weak])
  func `a kept service is not kept that got a half-completed one of graph scope`(scope: ObjectScope) throws {
    let (vets, clinics) = (Counter(), Counter())
    container.register(Vet.self) { _ in Vet() }
      .initCompleted { r, vet in
        vet.clinic = try r.require(Clinic.self)
        if vets.next() == 1 { throw Ill() }
      }
    container.register(Clinic.self) { r in
      clinics.next()
      let clinic = Clinic()
      clinic.vet = try r.require(Vet.self)
      return clinic
    }.inObjectScope(scope)
    #expect(container.resolve(Vet.self) == nil)
    let vet = try container.require(Vet.self)
    #expect(clinics.value == 2)
    #expect(vet.clinic?.vet === vet)
    #expect(try container.require(Clinic.self) === vet.clinic)
  }

  @Test(arguments: sharing) func `the whole circle fails where its root does`(scope: ObjectScope) throws {
    // The clinic needs the vet, whose completion needs the clinic again: a second build of that within the first.
    let (runs, clinics) = (Counter(), Counter())
    container.register(Clinic.self) { r in
      clinics.next()
      let clinic = Clinic()
      clinic.vet = try r.require(Vet.self)
      return clinic
    }.inObjectScope(scope)
    container.register(Vet.self) { _ in Vet() }.inObjectScope(scope)
      .initCompleted { r, vet in
        vet.clinic = try r.require(Clinic.self)
        if runs.next() == 1 { throw Ill() }
      }
    #expect(throws: ResolutionError.self) { try container.require(Clinic.self) }
    #expect(clinics.value == 2)
    let clinic = try container.require(Clinic.self)
    #expect(clinic.vet?.clinic === clinic)
    #expect(runs.value == 2)
  }

  @Test(arguments: sharing) func `a second build whose completion fails leaves the first one to go on`(
    scope: ObjectScope
  )
    throws
  {
    let runs = Counter()
    container.register(Clinic.self) { r in
      let clinic = Clinic()
      clinic.vet = try r.require(Vet.self)
      return clinic
    }.inObjectScope(scope)
      .initCompleted { _, _ in if runs.next() == 1 { throw Ill() } }
    container.register(Vet.self) { _ in Vet() }.inObjectScope(scope)
      .initCompleted { r, vet in vet.clinic = try? r.require(Clinic.self) }
    let clinic = try container.require(Clinic.self)
    #expect(clinic.vet?.clinic == nil)
    #expect(runs.value == 2)
    if scope !== ObjectScope.graph { #expect(try container.require(Clinic.self) === clinic) }
  }

  @Test func `a completion that takes arguments may throw, and so may resolveProperties`() {
    container.register(Vet.self) { (_, _: Int) in Vet() }
      .initCompleted { (_, _, number: Int) in if number < 0 { throw Ill() } }
    container.register { Clinic() }.resolveProperties { _, _ in throw Ill() }
    #expect(throws: ResolutionError.self) { try container.require(Vet.self, argument: -1) }
    #expect(throws: Never.self) { try container.require(Vet.self, argument: 1) }
    #expect(throws: ResolutionError.self) { try container.require(Clinic.self) }
  }

  @Test func `an instance that was not completed ends, too, though nobody has seen it`() throws {
    let (runs, ended) = (Counter(), Counter())
    container.register(Vet.self) { _ in Vet() }.inObjectScope(.container)
      .initCompleted { _, _ in if runs.next() == 1 { throw Ill() } }
      .onClose { _ in ended.next() }
    #expect(container.resolve(Vet.self) == nil)
    #expect(ended.value == 1)
    _ = try container.require(Vet.self)
    try container.close()
    #expect(ended.value == 2)
  }
}
