import Facet
import Foundation

/// Runs a program with real containers, and notes what happens.
final class Player: @unchecked Sendable {
  // Unchecked: only `entries` changes once the steps run, under its lock.
  let program: Program
  let log = Log()
  let way: Generator.Way
  private(set) var containers: [Container] = []
  private var entries: [ServiceEntry<Node>?]
  private let entriesLock = NSLock()
  private let forwards: Set<String>
  private let scopes: [Program.Scope: ObjectScope]

  init(_ program: Program, _ way: Generator.Way) {
    (self.program, self.way) = (program, way)
    entries = Array(repeating: nil, count: program.services.count)
    forwards = Set(program.forwards.map(\.name))
    let log = log
    scopes = [
      .transient: .transient, .graph: .graph, .container: .container, .weak: .weak, .scoped: .scoped,
      .session: ObjectScope(storageFactory: { NotedStorage(log, isBrief: false) }, description: "session"),
      .brief: ObjectScope(storageFactory: { NotedStorage(log, isBrief: true) }, description: "brief"),
    ]
    makeContainers()
  }

  private func makeContainers() {
    for place in program.containers {
      // The place of a layer is taken by what it lies over, until all is registered there.
      switch place {
      case .root: containers.append(Container())
      case .child(let parent): containers.append(Container(parent: containers[parent]))
      case .layer(let other): containers.append(containers[other])
      }
    }
    for (number, service) in program.services.enumerated() where !program.isLayer(service.container) {
      register(number, in: containers[service.container])
      for wishes in service.decorators { decorate(number, wishes) }
    }
    for forward in program.forwards {
      if let entry = entries[forward.service] {
        containers[forward.container].forward((any Face).self, name: forward.name, to: entry)
      }
    }
    for number in program.containers.indices where program.isLayer(number) {
      containers[number] = containers[number].overriding { layer in
        for (service, _) in program.services.enumerated().filter({ $0.1.container == number }) {
          register(service, in: layer)
        }
      }
    }
    for container in containers {
      for container in sequence(first: container, next: \.parent) {
        container.failureHandler = { [log] in log.add(.reported(Failure($0))) }
      }
    }
  }

  // MARK: - Services

  private func register(_ number: Int, in container: Container) {
    let service = program.services[number]
    let entry: ServiceEntry<Node>
    if service.isAwaited {
      entry = container.register(Node.self, name: service.name) { [self] r async throws in
        try await make(number, r)
      }
      if let wishes = service.completion {
        entry.initCompleted { [self] r, node async throws in
          try await complete(node, number, wishes, r)
        }
      }
    } else {
      entry = container.register(Node.self, name: service.name) { [self] r in try make(number, r) }
      if let wishes = service.completion {
        entry.initCompleted { [self] r, node in try complete(node, number, wishes, r) }
      }
    }
    if let scope = service.scope { entry.inObjectScope(scopes[scope]!) }
    entry.onClose { [log] node in
      log.add(.ended(node.number))
      if service.hasFailingEnd { throw Oops() }
    }
    entriesLock.withLock { entries[number] = entry }
  }

  private func decorate(_ number: Int, _ wishes: [Program.Wish]) {
    let service = program.services[number]
    containers[service.container].decorate(Node.self, name: service.name) { [self] r, inner in
      let run = begin { .wraps($0, service: number, inner: inner.number) }
      for wish in wishes { try grant(wish, run, r) }
      return finish(run)
    }
  }

  private func make(_ number: Int, _ r: any Resolver) throws -> Node {
    let run = begin { .begins($0, service: number) }
    let isFailing = log.count(\.factories, number, program.services[number].failingFactories)
    for wish in program.services[number].needs { try grant(wish, run, r) }
    if isFailing { throw fails(run) }
    return finish(run)
  }
  private func make(_ number: Int, _ r: any Resolver) async throws -> Node {
    let run = begin { .begins($0, service: number) }
    let isFailing = log.count(\.factories, number, program.services[number].failingFactories)
    for wish in program.services[number].needs { try await grant(wish, run, r) }
    if isFailing { throw fails(run) }
    return finish(run)
  }
  private func complete(_ node: Node, _ number: Int, _ wishes: [Program.Wish], _ r: any Resolver) throws {
    log.add(.completing(node.number))
    let isFailing = log.count(\.completions, number, program.services[number].failingCompletions)
    for wish in wishes { try grant(wish, node.number, r) }
    if isFailing { throw fails(node.number) }
    log.add(.completed(node.number))
  }
  private func complete(_ node: Node, _ number: Int, _ wishes: [Program.Wish], _ r: any Resolver) async throws
  {
    log.add(.completing(node.number))
    let isFailing = log.count(\.completions, number, program.services[number].failingCompletions)
    for wish in wishes { try await grant(wish, node.number, r) }
    if isFailing { throw fails(node.number) }
    log.add(.completed(node.number))
  }

  private func begin(_ event: (Int) -> Event) -> Int {
    let run = log.withLock { state in
      state.nodes += 1
      state.events.append(event(state.nodes))
      return state.nodes
    }
    if way != .alone { pause(run) }
    return run
  }
  private func fails(_ run: Int) -> Oops {
    log.add(.fails(run))
    return Oops()
  }
  private func finish(_ run: Int) -> Node {
    let node = Node(run)
    log.withLock { state in
      state.events.append(.made(run))
      state.held.append(node)
    }
    return node
  }
  /// Lets other threads come between, a little and sometimes longer.
  private func pause(_ run: Int) {
    if run % 2 == 0 { sched_yield() }
    if run % 7 == 0 { usleep(UInt32(run % 4 * 20)) }
  }

  private func grant(_ wish: Program.Wish, _ run: Int, _ r: any Resolver) throws {
    switch wish {
    case .reset(let scope): (r as? Container)?.resetObjectScope(scopes[scope]!)
    case .get(let key, let isCaught):
      do throws(ResolutionError) { log.add(.got(try get(key, r), by: run)) } catch {
        if !isCaught { throw error }
        log.add(.caught(Failure(error), by: run))
      }
    }
  }
  private func grant(_ wish: Program.Wish, _ run: Int, _ r: any Resolver) async throws {
    switch wish {
    case .reset: await Task.yield()
    case .get(let key, let isCaught):
      do throws(ResolutionError) { log.add(.got(try await getAsync(key, r), by: run)) } catch {
        if !isCaught { throw error }
        log.add(.caught(Failure(error), by: run))
      }
    }
  }
  private func get(_ key: String, _ r: any Resolver) throws(ResolutionError) -> Int {
    forwards.contains(key)
      ? try r.require((any Face).self, name: key).number : try r.require(Node.self, name: key).number
  }
  private func getAsync(_ key: String, _ r: any Resolver) async throws(ResolutionError) -> Int {
    forwards.contains(key)
      ? try await r.requireAsync((any Face).self, name: key).number
      : try await r.requireAsync(Node.self, name: key).number
  }

  // MARK: - Steps

  func perform(_ number: Int) {
    if way == .alone { log.add(.step(number)) }
    switch program.steps[number] {
    case .resolve(let key, let container), .cancel(let key, let container):
      do throws(ResolutionError) {
        log.add(.returned(try get(key, containers[container]), step: number))
      } catch { log.add(.failed(Failure(error), step: number)) }
    case .reset(let scope, let container): containers[container].resetObjectScope(scopes[scope]!)
    case .closeScope(let scope, let container):
      note { () throws(CloseError) in try containers[container].close(scopes[scope]!) }
    case .close(let container): note { () throws(CloseError) in try containers[container].close() }
    case .register(let service): register(service, in: containers[program.services[service].container])
    case .unregister(let service):
      containers[program.services[service].container].unregister(
        Node.self, name: program.services[service].name)
    case .change(let service, let scope):
      _ = entriesLock.withLock { entries[service] }?.inObjectScope(scopes[scope]!)
    case .letGo:
      let held = log.withLock { state in
        defer { state.held = [] }
        return state.held
      }
      withExtendedLifetime(held) {}
    }
  }
  func performAwaited(_ number: Int) async {
    switch program.steps[number] {
    case .resolve(let key, let container), .cancel(let key, let container):
      let task = Task {
        do throws(ResolutionError) {
          log.add(.returned(try await getAsync(key, containers[container]), step: number))
        } catch { log.add(.failed(Failure(error), step: number)) }
      }
      if case .cancel = program.steps[number] { task.cancel() }
      await task.value
    case .close(let container):
      do throws(CloseError) { try await containers[container].closeAsync() } catch { note(error) }
    default: perform(number)
    }
  }

  /// The uppermost containers, also of layers, which are copies of their own.
  private var tops: [Container] {
    containers.map { Array(sequence(first: $0, next: \.parent)).last! }
  }
  func closeAll() {
    for top in tops { note { () throws(CloseError) in try top.close() } }
  }
  func closeAllAwaited() async {
    for top in tops { do throws(CloseError) { try await top.closeAsync() } catch { note(error) } }
  }
  private func note(_ close: () throws(CloseError) -> Void) {
    do throws(CloseError) { try close() } catch { note(error) }
  }
  private func note(_ error: CloseError) {
    guard case .failures(let failures) = error.reason else { return log.add(.closed(failures: ["refused"])) }
    log.add(.closed(failures: failures.map { $0.key.name ?? "" }))
  }
}

extension Failure {
  init(_ error: ResolutionError) { self.init(code: error.code, path: error.path.map { $0.name ?? "" }) }
}

extension Log {
  /// Counts a run, and returns whether it is one that fails.
  func count(_ runs: WritableKeyPath<State, [Int: Int]>, _ service: Int, _ failing: Set<Int>) -> Bool {
    withLock { state in
      state[keyPath: runs][service, default: 0] += 1
      return failing.contains(state[keyPath: runs][service]!)
    }
  }
}
