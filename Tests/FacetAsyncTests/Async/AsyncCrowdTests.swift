import Facet
import FacetTestSupport
import Testing

/// Tasks that await services which need one another over completions, as chance will have it.
@Suite(.timeLimit(.minutes(5))) struct AsyncCrowdTests {
  private final class Part: Sendable {
    let number: Int
    private let parts: Guarded<[Part]>
    private let isCompleted = Guarded(false)

    init(_ number: Int, _ parts: [Part]) {
      self.number = number
      self.parts = Guarded(parts)
    }

    func add(_ part: Part) { parts.withLock { $0.append(part) } }
    func complete() { isCompleted.withLock { $0 = true } }
    func cut() { parts.withLock { $0 = [] } }

    /// This one and all that it leads to.
    var all: [Part] {
      var all: [Part] = [self]
      var next = 0
      while next < all.count {
        all += all[next].parts.withLock { $0 }.filter { part in !all.contains { $0 === part } }
        next += 1
      }
      return all
    }

    var isComplete: Bool { isCompleted.withLock { $0 } }
  }

  /// Services whose factories need earlier ones only, so there is no loop; their completions need any.
  private struct Knot {
    let needs: [[Int]]
    let completions: [[Int]]
    let scopes: [ObjectScope]
    let asked: [Int]

    init(_ count: Int, _ generator: inout some RandomNumberGenerator) {
      func isMet(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
      needs = (0..<count).map { number in (0..<number).filter { _ in isMet(35) } }
      completions = (0..<count).map { number in (0..<count).filter { $0 != number && isMet(25) } }
      scopes = (0..<count).map { _ in isMet(40) ? .graph : isMet(25) ? .weak : .container }
      asked = (0..<4).map { _ in Int.random(in: 0..<count, using: &generator) }
    }

    func register(in container: Container) {
      for number in needs.indices {
        let (needs, completions) = (needs[number], completions[number])
        container.register(Part.self, name: "\(number)") { r async throws in
          await Task.yield()
          var parts: [Part] = []
          for other in needs { parts.append(try await r.requireAsync(name: "\(other)")) }
          return Part(number, parts)
        }.inObjectScope(scopes[number]).initCompleted { r, part async in
          await Task.yield()
          for other in completions {
            if let other = await r.resolveAsync(Part.self, name: "\(other)") { part.add(other) }
          }
          part.complete()
        }
      }
    }
  }

  @Test(arguments: [2, 3, 4])
  func `no task gets an error, a half or a second one, whoever is first`(count: Int) async throws {
    var generator = Generator(state: UInt64(count))
    for _ in 0..<200 {
      let container = Container()
      let failures = Recorder.failures(of: container)
      let knot = Knot(count, &generator)
      knot.register(in: container)
      let parts = try await withThrowingTaskGroup(of: Part.self) { tasks in
        for number in knot.asked {
          tasks.addTask {
            let part = try await container.requireAsync(Part.self, name: "\(number)")
            let isComplete = part.all.allSatisfy { $0.isComplete }
            #expect(isComplete, "\(number) of \(knot)")
            return part
          }
        }
        return try await tasks.reduce(into: []) { $0.append($1) }
      }
      let all = parts.flatMap(\.all)
      for number in 0..<count where knot.scopes[number] !== ObjectScope.graph {
        let instances = Set(all.filter { $0.number == number }.map { ObjectIdentifier($0) })
        #expect(instances.count <= 1, "\(number) of \(knot)")
      }
      #expect(failures.all.isEmpty, "\(knot)")
      for part in all { part.cut() }
    }
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test func `a completion needs what another task's factory waits with for it`() async throws {
    for _ in 0..<100 {
      let container = Container()
      let failures = Recorder.failures(of: container)
      container.register(Part.self, name: "Shop") { r async throws in
        Part(0, [try await r.requireAsync(name: "Cook")])
      }.inObjectScope(.container)
      // Built in the task of the shop, which so does not wait for it.
      container.register(Part.self, name: "Cook") { _ async in Part(1, []) }.initCompleted { r, cook async in
        await Task.yield()
        if let menu = await r.resolveAsync(Part.self, name: "Menu") { cook.add(menu) }
        cook.complete()
      }
      container.register(Part.self, name: "Menu") { r async throws in
        await Task.yield()
        return Part(2, [try await r.requireAsync(name: "Shop")])
      }.inObjectScope(.container)
      async let menu = container.requireAsync(Part.self, name: "Menu")
      async let shop = container.requireAsync(Part.self, name: "Shop")
      let all = try await [menu, shop].flatMap(\.all)
      #expect(failures.all.isEmpty)
      for number in [0, 2] {
        #expect(Set(all.filter { $0.number == number }.map { ObjectIdentifier($0) }).count == 1)
      }
      let areComplete = all.allSatisfy { $0.isComplete || $0.number != 1 }
      #expect(areComplete)
      for part in all { part.cut() }
    }
  }

  @Test func `a task that a factory leaves behind builds what needs the service once the factory is over`()
    async throws
  {
    let (container, built) = (Container(), Counter())
    let failures = Recorder.failures(of: container)
    let (begun, ended) = (AsyncGate(), AsyncGate())
    container.register(Part.self, name: "Shop") { r async in
      built.next()
      Task { _ = try? await r.requireAsync(Part.self, name: "Menu") }
      await begun.pass()
      ended.open()
      return Part(0, [])
    }.inObjectScope(.container)
    container.register(Part.self, name: "Menu") { _ async in Part(1, []) }.inObjectScope(.container)
      .initCompleted { r, menu async in
        begun.open()
        await ended.pass()
        await letOthersRun()
        if let shop = await r.resolveAsync(Part.self, name: "Shop") { menu.add(shop) }
        menu.complete()
      }
    let shop = try await container.requireAsync(Part.self, name: "Shop")
    let menu = try await container.requireAsync(Part.self, name: "Menu")
    #expect(menu.isComplete)
    #expect(menu.all.contains { $0 === shop })
    #expect(built.value == 1)
    #expect(failures.all.isEmpty)
  }
}
