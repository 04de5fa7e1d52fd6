import Facet
import FacetTestSupport
import Testing

/// Awaited services that need one another as chance will have it, in factories and completions.
@Suite(.timeLimit(.minutes(5))) struct AsyncKnotTests {
  final class Part: Sendable {}

  /// What each service needs, by the numbers of the services.
  struct Knot {
    var needs: [[Int]] = []
    var completions: [[Int]] = []
    var scopes: [ObjectScope] = []

    /// Awaits one service of a new container; the completions that began and ended meanwhile, `nil` if something failed.
    func counts(ofAwaiting number: Int) async -> (begun: Int, ended: Int)? {
      let container = Container()
      let (begun, ended) = (Counter(), Counter())
      let failures = Recorder.failures(of: container)
      for number in needs.indices {
        let (needs, completions) = (needs[number], completions[number])
        let entry = container.register(Part.self, name: "\(number)") { r async throws in
          for other in needs { _ = try await r.requireAsync(Part.self, name: "\(other)") }
          return Part()
        }
        entry.inObjectScope(scopes[number])
        if completions.isEmpty { continue }
        entry.initCompleted { r, _ async in
          begun.next()
          for other in completions { _ = await r.resolveAsync(Part.self, name: "\(other)") }
          ended.next()
        }
      }
      let part = await container.resolveAsync(Part.self, name: "\(number)")
      return part == nil || !failures.all.isEmpty ? nil : (begun.value, ended.value)
    }
  }

  @Test(arguments: [3, 4, 5]) func `whoever awaits one gets it when all of its circle is complete`(count: Int)
    async
  {
    var state: UInt64 = 7
    func isMet(_ percent: UInt64) -> Bool {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % 100 < percent
    }
    for _ in 0..<40 {
      var knot = Knot()
      for number in 0..<count {
        knot.needs.append((0..<count).filter { $0 != number && isMet(24) })
        knot.completions.append((0..<count).filter { $0 != number && isMet(26) })
        knot.scopes.append(isMet(33) ? .container : isMet(50) ? .weak : .graph)
      }
      for number in 0..<count {
        guard let counts = await knot.counts(ofAwaiting: number) else { continue }
        #expect(counts.begun == counts.ended, "\(number) of \(knot)")
      }
    }
  }

  @Test func `what holds a service that fails in the end fails with it, and is not built for ever`() async {
    let knot = Knot(
      needs: [[], [], [], [0, 1, 2], [], [2]], completions: [[4], [3, 5], [3, 4, 5], [0, 1, 4], [], [3]],
      scopes: [.weak, .graph, .transient, .container, .graph, .container])
    #expect(await knot.counts(ofAwaiting: 5) == nil)
  }

  @Test
  func `a service of graph scope that the program awaits is complete with what its parts have borrowed`()
    async throws
  {
    let knot = Knot(
      needs: [[], [5], [0, 3, 5], [0], [], []], completions: [[1], [0, 4], [], [1, 2, 4], [], [2, 3]],
      scopes: [.container, .graph, .weak, .weak, .weak, .graph])
    for _ in 0..<50 {
      let counts = try #require(await knot.counts(ofAwaiting: 1))
      #expect(counts.begun == counts.ended)
    }
  }
}
