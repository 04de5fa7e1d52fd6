import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// That a verification says of loops and second builds what happens, over graphs that chance made.
@Suite(.timeLimit(.minutes(20))) struct ArbitraryGraphTests {
  static let scopes: [[ObjectScope]] = [
    [.graph], [.container], [.graph, .container, .weak], [.transient, .graph, .container],
  ]

  @Test(arguments: scopes)
  func `factories run twice, and loops occur, exactly where the report says so`(scopes: [ObjectScope]) {
    var chance = Chance()
    for _ in 0..<150 {
      let graph = ArbitraryGraph(scopes, &chance)
      let report = graph.make().container.verify()
      compare(report, with: graph.needs.indices.map { graph.effect(ofAskingFor: $0) }, of: graph)
    }
  }

  @Test(arguments: scopes) func `the same holds of services that are awaited`(scopes: [ObjectScope]) async {
    var chance = Chance()
    for _ in 0..<40 {
      let graph = ArbitraryGraph(scopes, &chance)
      let report = await graph.makeAwaited().container.verifyAsync()
      var effects: [ArbitraryGraph.Effect] = []
      for number in graph.needs.indices { effects.append(await graph.effect(ofAwaiting: number)) }
      compare(report, with: effects, of: graph)
    }
  }

  private func compare(
    _ report: VerificationReport, with effects: [ArbitraryGraph.Effect], of graph: ArbitraryGraph
  ) {
    let loops = report.problems.filter { $0.kind == .loop }
    let hasLoop = effects.contains { $0.hasLoop }
    #expect(loops.isEmpty != hasLoop, "\(graph)\n\(report)")
    guard loops.isEmpty, !hasLoop else { return }
    let said = Set(report.problems.filter { $0.kind == .secondBuild }.map(\.key.name))
    let happened = Set(effects.indices.filter { effects[$0].isBuiltTwice }.map { "\($0)" })
    // One way for each completion is reported: who changes that has no other one.
    #expect(said.isSubset(of: happened) && said.isEmpty == happened.isEmpty, "\(graph)\n\(report)")
  }
}

/// Services with a number for a name, and what their factories and completions ask for.
private struct ArbitraryGraph {
  struct Effect {
    let isBuiltTwice: Bool
    let hasLoop: Bool
  }

  final class Log: Sendable {
    private let state = Guarded((counts: [Int: Int](), hasLoop: false))

    func noteBuild(_ number: Int) { state.withLock { $0.counts[number, default: 0] += 1 } }
    func note(_ error: ResolutionError) { state.withLock { if error.code == .loop { $0.hasLoop = true } } }
    func count(_ number: Int) -> Int { state.withLock { $0.counts[number] ?? 0 } }
    var hasLoop: Bool { state.withLock { $0.hasLoop } }
  }

  private(set) var needs: [[Int]] = []
  private(set) var completions: [[Int]] = []
  private(set) var scopes: [ObjectScope] = []

  init(_ scopes: [ObjectScope], _ chance: inout Chance) {
    let count = Int.random(in: 2...4, using: &chance)
    for number in 0..<count {
      func others() -> [Int] {
        (0..<count).filter { $0 != number && Int.random(in: 0..<4, using: &chance) == 0 }
      }
      needs.append(others())
      completions.append(others())
      self.scopes.append(scopes.randomElement(using: &chance) ?? .graph)
    }
  }

  func make() -> (container: Container, log: Log) {
    let (container, log) = (Container(), Log())
    for number in needs.indices {
      let (needs, completions) = (needs[number], completions[number])
      container.register(Shop.self, name: "\(number)") { r in
        log.noteBuild(number)
        return Shop(try needs.map { try r.require(Shop.self, name: "\($0)") })
      }.inObjectScope(scopes[number]).initCompleted { r, _ in
        for other in completions {
          do throws(ResolutionError) { _ = try r.require(Shop.self, name: "\(other)") } catch {
            log.note(error)
          }
        }
      }
    }
    return (container, log)
  }

  func makeAwaited() -> (container: Container, log: Log) {
    let (container, log) = (Container(), Log())
    for number in needs.indices {
      let (needs, completions) = (needs[number], completions[number])
      container.register(Shop.self, name: "\(number)") { r async throws in
        log.noteBuild(number)
        var shops: [Shop] = []
        for other in needs { shops.append(try await r.requireAsync(Shop.self, name: "\(other)")) }
        return Shop(shops)
      }.inObjectScope(scopes[number]).initCompleted { r, _ async in
        for other in completions {
          do throws(ResolutionError) { _ = try await r.requireAsync(Shop.self, name: "\(other)") } catch {
            log.note(error)
          }
        }
      }
    }
    return (container, log)
  }

  /// What happens in a new container that is asked for one service.
  func effect(ofAskingFor number: Int) -> Effect {
    let (container, log) = make()
    do throws(ResolutionError) { _ = try container.require(Shop.self, name: "\(number)") } catch {
      log.note(error)
    }
    return effect(of: number, log)
  }
  /// The same for one that is awaited.
  func effect(ofAwaiting number: Int) async -> Effect {
    let (container, log) = makeAwaited()
    do throws(ResolutionError) { _ = try await container.requireAsync(Shop.self, name: "\(number)") } catch {
      log.note(error)
    }
    return effect(of: number, log)
  }
  private func effect(of number: Int, _ log: Log) -> Effect {
    let isShared = scopes[number] !== ObjectScope.transient
    return Effect(isBuiltTwice: isShared && log.count(number) > 1, hasLoop: log.hasLoop)
  }
}
