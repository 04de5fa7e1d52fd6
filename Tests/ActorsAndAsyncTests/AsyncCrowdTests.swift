import Facet
import FacetTestSupport
import Testing

/// Tasks that await services which need one another over factories and completions, as chance will have it.
@Suite(.timeLimit(.minutes(20))) struct AsyncCrowdTests {
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

  /// Services whose factories need earlier ones only; their completions need any.
  private struct Knot {
    let needs: [[Int]]
    let completions: [[Int]]
    let scopes: [ObjectScope]
    let asked: [Int]

    init(_ count: Int, _ generator: inout some RandomNumberGenerator) {
      func isMet(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
      needs = (0..<count).map { number in (0..<number).filter { _ in isMet(35) } }
      completions = (0..<count).map { number in (0..<count).filter { $0 != number && isMet(20) } }
      scopes = (0..<count).map { _ in isMet(40) ? .graph : isMet(25) ? .weak : .container }
      asked = (0..<4).map { _ in Int.random(in: 0..<count, using: &generator) }
    }

    /// Whether a service leads to one that needs itself.
    func leadsToCircle(_ number: Int) -> Bool {
      reached(from: [number]).contains { reached(from: next($0)).contains($0) }
    }

    private func next(_ number: Int) -> [Int] { needs[number] + completions[number] }

    private func reached(from numbers: [Int]) -> Set<Int> {
      var (open, all) = (numbers, Set(numbers))
      while let number = open.popLast() {
        for next in next(number) where all.insert(next).inserted { open.append(next) }
      }
      return all
    }

    func register(in container: Container, telling errors: Recorder<ResolutionError>) {
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
            do throws(ResolutionError) {
              part.add(try await r.requireAsync(name: "\(other)"))
            } catch {
              errors.add(error)
            }
          }
          part.complete()
        }
      }
    }
  }

  @Test(arguments: [2, 3, 4, 6])
  func `every task gets a complete service or the loop that is there, and nobody gets a second one`(
    count: Int
  )
    async
  {
    var generator = Generator(state: UInt64(count))
    var circles = 0
    for _ in 0..<200 {
      let (container, knot) = (Container(), Knot(count, &generator))
      let errors = Recorder<ResolutionError>()
      knot.register(in: container, telling: errors)
      let parts = await withTaskGroup(of: Part?.self) { tasks in
        for number in knot.asked {
          tasks.addTask {
            do throws(ResolutionError) {
              let part: Part = try await container.requireAsync(name: "\(number)")
              let isComplete = part.all.allSatisfy(\.isComplete)
              #expect(isComplete, "\(number) of \(knot)")
              return part
            } catch {
              errors.add(error)
              #expect(knot.leadsToCircle(number), "\(number) of \(knot)")
              return nil
            }
          }
        }
        return await tasks.reduce(into: []) { $0.append($1) }.compactMap(\.self)
      }
      let all = parts.flatMap(\.all)
      for number in 0..<count where knot.scopes[number] !== ObjectScope.graph {
        let instances = Set(all.filter { $0.number == number }.map { ObjectIdentifier($0) })
        #expect(instances.count <= 1, "\(number) of \(knot)")
      }
      let hasCircle = knot.asked.contains(where: knot.leadsToCircle)
      circles += hasCircle ? 1 : 0
      #expect(errors.all.isEmpty == !hasCircle, "\(knot)")
      for error in errors.all {
        #expect(error.code == .loop, "\(knot)")
        let names = error.path.map { $0.name ?? "" }
        #expect(names.dropLast().contains(error.key.name ?? ""), "\(names) of \(knot)")
      }
    }
    // Both are there, or the test says less than it seems to.
    #expect(circles > 0 && circles < 200 || count == 6)
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
}
