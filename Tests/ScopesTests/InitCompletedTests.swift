import Facet
import FacetTestSupport
import Testing

private final class Vet {
  var clinic: Clinic?
}
private final class Clinic {
  let vet: Vet
  init(vet: Vet) { self.vet = vet }
}

/// `initCompleted` runs right after the instance is stored, before the resolve returns.
@Suite(.timeLimit(.minutes(20))) struct InitCompletedTests {
  private let container = Container()

  @Test func `actions are added, and run in order`() {
    let order = Recorder<Int>()
    container.register { Vet() }
      .initCompleted { _, _ in order.add(1) }
      .initCompleted { _, _ in order.add(2) }
      .initCompleted { _, _ in order.add(3) }
    _ = container.resolve(Vet.self)
    #expect(order.all == [1, 2, 3])
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `actions run once for each instance`(scope: ObjectScope) {
    let completed = Recorder<ObjectIdentifier>()
    container.register { Vet() }.inObjectScope(scope).initCompleted { completed.add(ObjectIdentifier($1)) }
    let vets = [container.resolve(Vet.self)!, container.resolve(Vet.self)!]
    #expect(completed.all.count == Set(vets.map(ObjectIdentifier.init)).count)
    #expect(Set(completed.all) == Set(vets.map(ObjectIdentifier.init)))
  }

  @Test func `actions run before the resolve returns, dependencies' first`() {
    let order = Recorder<String>()
    container.register { Vet() }.initCompleted { _, _ in order.add("vet completed") }
    container.register(Clinic.self) { r in
      let vet: Vet = r.resolve()
      order.add("clinic made")
      return Clinic(vet: vet)
    }.initCompleted { _, _ in order.add("clinic completed") }
    _ = container.resolve(Clinic.self)
    order.add("returned")
    #expect(order.all == ["vet completed", "clinic made", "clinic completed", "returned"])
  }

  @Test func `an action finds its own instance`() {
    let found = Recorder<Bool>()
    container.register { Vet() }.inObjectScope(.container)
      .initCompleted { r, vet in found.add(r.resolve(Vet.self) === vet) }
    _ = container.resolve(Vet.self)
    #expect(found.all == [true])
  }

  @Test func `an action that is added later holds from the next resolve on`() {
    let completed = Counter()
    let entry = container.register { Vet() }
    _ = container.resolve(Vet.self)
    entry.initCompleted { _, _ in completed.next() }
    #expect(completed.value == 0)
    _ = container.resolve(Vet.self)
    #expect(completed.value == 1)
  }

  @Test func `an action that is added later does not run for a cached instance`() {
    let completed = Counter()
    let entry = container.register { Vet() }.inObjectScope(.container)
    _ = container.resolve(Vet.self)
    entry.initCompleted { _, _ in completed.next() }
    _ = container.resolve(Vet.self)
    #expect(completed.value == 0)
    container.resetObjectScope(.container)
    _ = container.resolve(Vet.self)
    #expect(completed.value == 1)
  }

  @Test func `actions stay when the scope is changed`() {
    let completed = Counter()
    let entry = container.register { Vet() }.initCompleted { _, _ in completed.next() }
    entry.inObjectScope(.container).inObjectScope(.transient)
    entry.inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
    _ = container.resolve(Vet.self)
    #expect(completed.value == 1)
  }

  @Test func `an action may add an action to its own entry`() {
    let completed = Counter()
    let entry = container.register { Vet() }
    entry.initCompleted { _, _ in
      completed.next()
      if completed.value == 1 { entry.initCompleted { _, _ in completed.next() } }
    }
    _ = container.resolve(Vet.self)
    let first = completed.value
    _ = container.resolve(Vet.self)
    #expect(first == 1)
    #expect(completed.value == 3)
  }

  @Test func `actions do not run when the factory throws`() {
    struct Broken: Error {}
    let completed = Counter()
    container.register(Vet.self) { _ -> Vet in throw Broken() }.initCompleted { _, _ in completed.next() }
    #expect(throws: ResolutionError.self) { try container.require(Vet.self) }
    #expect(completed.value == 0)
  }

  @Test func `a transient's completion that asks for its builder is a loop, and the factory runs once`()
    throws
  {
    struct Endless: Error {}
    let (runs, paths) = (Counter(), Recorder<[String]>())
    container.register { Vet() }.inObjectScope(.transient).initCompleted { r, _ in
      do throws(ResolutionError) {
        _ = try r.require(Clinic.self)
      } catch {
        paths.add(["\(error.code)"] + error.pathInWords)
      }
    }
    container.register(Clinic.self) { r in
      // Else a fault would recurse without an end.
      guard runs.next() < 5 else { throw Endless() }
      return Clinic(vet: try r.require(Vet.self))
    }
    _ = try container.require(Clinic.self)
    #expect(runs.value == 1)
    #expect(paths.all == [["loop", "'Clinic'", "'Vet'", "'Clinic'"]])
  }

  @Test func `a missing service in an action does not fail the resolve`() {
    let failures = Recorder.failures(of: container)
    container.register(fileID: "Clinic.swift", line: 1) { Vet() }
      .initCompleted { r, vet in vet.clinic = r.resolve(Clinic.self) }
    #expect(container.resolve(Vet.self) != nil)
    #expect(
      failures.all == [
        """
        No registration matches 'Clinic'.

          Path:    Vet → Clinic
          Place:   'Vet'   registered at Clinic.swift:1

        To fix this, do one of:
          • Register it: container.register(Clinic.self) { resolver in … }
        """
      ])
  }
}
