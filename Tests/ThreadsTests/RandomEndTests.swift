import Facet
import FacetTestSupport
import Foundation
import Testing

/// Random graphs that are built, reset, replaced and closed: each instance ends once, and not before one whose factory got it.
@Suite(.timeLimit(.minutes(20))) struct RandomEndTests {
  /// Behind a lock that ThreadSanitizer sees through.
  final class Locked<State>: @unchecked Sendable {
    // Unchecked: touched under the lock.
    private let lock = NSLock()
    private var state: State

    init(_ state: State) { self.state = state }

    func withLock<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }
  }

  /// What was got by whom, and what has ended, in order; by the numbers of nodes.
  final class Log: Sendable {
    struct State {
      var made = 0
      var got: [Int: Set<Int>] = [:]
      var ended: [Int] = []
      /// The complete instances that a container is to end.
      var kept: Set<Int> = []
      /// Whether a factory failed: a complete instance may be dropped with it, because it may hold the failed one.
      var hasFailed = false
    }

    let state = Locked(State())
    /// The nodes that got something later.
    private let later = Locked<[Node]>([])

    func keep(_ node: Node) { later.withLock { $0.append(node) } }

    /// Ends circles.
    func letGo() {
      let nodes = later.withLock { nodes in
        defer { nodes = [] }
        return nodes
      }
      for node in nodes { node.letGo() }
    }

    func make() -> Int {
      state.withLock { state in
        state.made += 1
        return state.made
      }
    }

    func note(_ node: Int, got other: Int) {
      state.withLock { _ = $0.got[node, default: []].insert(other) }
    }

    func whole<Result>(_ body: () throws -> Result) rethrows -> Result {
      do { return try body() } catch {
        state.withLock { $0.hasFailed = true }
        throw error
      }
    }

    func complete(_ node: Int) { state.withLock { _ = $0.kept.insert(node) } }

    func end(_ node: Int) { state.withLock { $0.ended.append(node) } }

    var all: State { state.withLock { $0 } }
  }

  final class Node: Sendable {
    let number: Int
    let log: Log
    /// Other services, for later.
    let lazies: [Lazy<Node>]
    let held: [Node]
    /// What it got later: it may use it at its end.
    private let later = Locked<[Node]>([])

    init(_ number: Int, _ log: Log, held: [Node], lazies: [Lazy<Node>]) {
      self.number = number
      self.log = log
      self.held = held
      self.lazies = lazies
      for node in held { log.note(number, got: node.number) }
    }

    func get(_ other: Node?) {
      guard let other else { return }
      later.withLock { $0.append(other) }
      log.keep(self)
    }

    func use() { for lazy in lazies { get(try? lazy.require()) } }

    /// Ends circles.
    func letGo() {
      let later = later.withLock { later in
        defer { later = [] }
        return later
      }
      withExtendedLifetime(later) {}
    }
  }

  /// One random graph.
  struct Graph {
    let log = Log()
    let container = Container()
    let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    let count: Int
    /// What a lazy gives ends later than its user, whatever the order of creation: the order of such graphs is not checked.
    let hasLazies: Bool

    init(_ random: inout SplitMix) {
      hasLazies = Bool.random(using: &random)
      count = Int.random(in: 3...9, using: &random)
      for index in 0..<count { register(index, &random) }
    }

    func register(_ index: Int, _ random: inout SplitMix) {
      let (log, container) = (log, container)
      let scopes = [ObjectScope.container, .container, .scoped, session, .graph, .weak, .transient]
      let scope = scopes.randomElement(using: &random)!
      let needs = (0..<index).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let lazies = (0..<count).filter { _ in hasLazies && Int.random(in: 0..<8, using: &random) == 0 }
      let later = (0..<count).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
      let entry = container.register(Node.self, name: "\(index)") { r in
        let held = try log.whole { try needs.map { try r.require(Node.self, name: "\($0)") } }
        let lazies = try lazies.map { try r.require(Lazy<Node>.self, name: "\($0)") }
        return Node(log.make(), log, held: held, lazies: lazies)
      }.inObjectScope(scope).initCompleted { r, node in
        for index in later { node.get(r.resolve(Node.self, name: "\(index)")) }
      }
      let isKept = scope === ObjectScope.container || scope === ObjectScope.scoped || scope === session
      guard isKept else { return }
      entry.initCompleted { _, node in log.complete(node.number) }
        .onClose { node in log.end(node.number) }
    }

    /// The instances that ended before one whose factory had got them, in the part of the log from `start` on.
    func faults(since start: Int) -> [String] {
      let all = log.all
      let part = Array(all.ended[start...])
      var places: [Int: Int] = [:]
      var faults: [String] = []
      for (place, node) in part.enumerated() {
        if places.updateValue(place, forKey: node) != nil { faults.append("\(node) ended twice") }
      }
      if hasLazies { return faults }
      let before = Set(all.ended[..<start])
      func reachable(_ node: Int) -> Set<Int> {
        var (seen, open) = (Set<Int>(), [node])
        while let next = open.popLast() {
          // What has ended before leads to nothing.
          for other in all.got[next] ?? [] where !before.contains(other) && seen.insert(other).inserted {
            open.append(other)
          }
        }
        return seen
      }
      let reached = Dictionary(uniqueKeysWithValues: places.keys.map { ($0, reachable($0)) })
      for (node, place) in places {
        for other in reached[node] ?? [] where other != node {
          guard let otherPlace = places[other], otherPlace < place, reached[other]?.contains(node) != true
          else { continue }
          faults.append("\(other) ended before \(node), which has it")
        }
      }
      return faults
    }
  }

  struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  @Test func `on one thread, what a factory got ends after its service`() throws {
    for seed in 0..<700 {
      var random = SplitMix(state: UInt64(seed))
      let graph = Graph(&random)
      var kept: [Node] = []
      defer { graph.log.letGo() }
      for _ in 0..<6 {
        let index = Int.random(in: 0..<graph.count, using: &random)
        guard let node = graph.container.resolve(Node.self, name: "\(index)") else { continue }
        kept.append(node)
        if Bool.random(using: &random) { kept.randomElement(using: &random)?.use() }
      }
      let start = graph.log.all.ended.count
      try graph.container.close()
      #expect(graph.faults(since: start) == [], "seed \(seed)")
      withExtendedLifetime(kept) {}
    }
  }

  @Test func `resets, registrations in the place of others, and closed scopes between`() throws {
    for seed in 0..<300 {
      var random = SplitMix(state: UInt64(10_000 + seed))
      let graph = Graph(&random)
      defer { graph.log.letGo() }
      for _ in 0..<20 {
        let index = Int.random(in: 0..<graph.count, using: &random)
        let start = graph.log.all.ended.count
        switch Int.random(in: 0..<8, using: &random) {
        case 0: graph.container.resetObjectScope(.container)
        case 1: try graph.container.close(graph.session)
        case 2: graph.container.resetObjectScope(.scoped)
        case 3: graph.register(index, &random)
        default: graph.container.resolve(Node.self, name: "\(index)")?.use()
        }
        #expect(graph.faults(since: start) == [], "seed \(seed)")
      }
      try graph.container.close()
      let ended = graph.log.all.ended
      #expect(Set(ended).count == ended.count, "seed \(seed)")
    }
  }

  @Test func `over threads, each ends once and in order`() throws {
    var faulty: [String] = []
    for seed in 0..<150 {
      var random = SplitMix(state: UInt64(20_000 + seed))
      let graph = Graph(&random)
      defer { graph.log.letGo() }
      concurrently(4) { thread in
        var random = SplitMix(state: UInt64(seed * 10 + thread))
        for _ in 0..<10 {
          let index = Int.random(in: 0..<graph.count, using: &random)
          if thread == 0, Int.random(in: 0..<4, using: &random) == 0 {
            graph.container.resetObjectScope([.container, graph.session].randomElement(using: &random)!)
          }
          graph.container.resolve(Node.self, name: "\(index)")?.use()
        }
      }
      let start = graph.log.all.ended.count
      try graph.container.close()
      let ended = graph.log.all.ended
      #expect(Set(ended).count == ended.count, "seed \(seed)")
      faulty += graph.faults(since: start).map { "seed \(seed): \($0)" }.prefix(1)
    }
    #expect(faulty == [])
  }

  @Test func `over tasks, a part of which is cancelled`() async throws {
    var faulty: [String] = []
    for seed in 0..<200 {
      var random = SplitMix(state: UInt64(30_000 + seed))
      let isChanged = seed.isMultiple(of: 2)
      let graph = Graph(&random)
      for index in 0..<graph.count where Bool.random(using: &random) {
        graph.registerAwaited(index, endsAtOnce: isChanged, &random)
      }
      defer { graph.log.letGo() }
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          group.addTask {
            var random = SplitMix(state: UInt64(seed * 10 + number))
            for _ in 0..<8 { await graph.useInTask(isChanging: number == 0 && isChanged, &random) }
          }
        }
      }
      let start = graph.log.all.ended.count
      try await graph.container.closeAsync()
      let ended = graph.log.all.ended
      #expect(Set(ended).count == ended.count, "seed \(seed)")
      var faults = graph.faults(since: start)
      // What is reset while it is built belongs to the code that asked for it.
      let log = graph.log.all
      let forgotten = isChanged || log.hasFailed ? [] : log.kept.subtracting(ended)
      if !forgotten.isEmpty { faults.append("\(forgotten) never ended") }
      faulty += faults.map { "seed \(seed): \($0)" }.prefix(1)
    }
    #expect(faulty == [])
  }
}

extension RandomEndTests.Graph {
  /// Registers an asynchronous factory, which may be cancelled, in the place of what was there.
  ///
  /// What a reset gives up, and what ends by an await, may end during the close that follows, before who has it.
  func registerAwaited(_ index: Int, endsAtOnce: Bool, _ random: inout RandomEndTests.SplitMix) {
    let log = log
    let scope = [ObjectScope.container, .container, .scoped, session].randomElement(using: &random)!
    let needs = (0..<index).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let entry = container.register(RandomEndTests.Node.self, name: "\(index)") { r async throws in
      var held: [RandomEndTests.Node] = []
      for need in needs {
        try Task.checkCancellation()
        held.append(try await r.requireAsync(name: "\(need)"))
      }
      await Task.yield()
      try Task.checkCancellation()
      return RandomEndTests.Node(log.make(), log, held: held, lazies: [])
    }
    .inObjectScope(scope)
    .initCompleted { _, node in log.complete(node.number) }
    if endsAtOnce {
      entry.onClose { node in log.end(node.number) }
    } else {
      entry.onClose { node in
        await Task.yield()
        log.end(node.number)
      }
    }
  }

  /// Resolves in a task of its own, which may be cancelled meanwhile, or gives a scope up.
  func useInTask(isChanging: Bool, _ random: inout RandomEndTests.SplitMix) async {
    if isChanging, Int.random(in: 0..<4, using: &random) == 0 {
      return container.resetObjectScope([.container, session].randomElement(using: &random)!)
    }
    let name = "\(Int.random(in: 0..<count, using: &random))"
    let task = Task { (try? await container.requireAsync(RandomEndTests.Node.self, name: name))?.use() }
    if Int.random(in: 0..<3, using: &random) == 0 { task.cancel() }
    await task.value
  }
}
