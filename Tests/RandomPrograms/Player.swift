import Facet
import Foundation

/// Runs a program with real containers, and notes what happens.
final class Player: @unchecked Sendable {
  // Unchecked: `containers` and `entries` are touched while `lock` is held, but for the beginning.
  let program: Program
  let way: Generator.Way
  let log = Log()
  private var containers: [Container?]
  /// The uppermost containers, also of overriding copies, which are copies of their own.
  private(set) var tops: [Container] = []
  private var entries: [ServiceEntry<Node>?]
  private let lock = NSLock()
  let scopes: [Program.Scope: ObjectScope]
  private let forwards: Set<String>

  init(_ program: Program, _ way: Generator.Way) {
    (self.program, self.way) = (program, way)
    entries = Array(repeating: nil, count: program.services.count)
    containers = Array(repeating: nil, count: program.containers.count)
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
    var containers: [Container] = []
    for place in program.containers {
      // The place of an overriding copy is taken by what it lies over, until all is registered there.
      switch place {
      case .root: containers.append(Container())
      case .child(let parent): containers.append(Container(parent: containers[parent]))
      case .overriding(let other): containers.append(containers[other])
      }
    }
    for (number, service) in program.services.enumerated() where !program.isOverriding(service.container) {
      register(number, in: containers[service.container])
      for wishes in service.decorators { decorate(number, wishes, in: containers[service.container]) }
    }
    for forward in program.forwards {
      let entry = entries[forward.service]!
      containers[forward.container].forward((any Face).self, name: forward.name, to: entry)
    }
    for number in program.containers.indices where program.isOverriding(number) {
      containers[number] = containers[number].overriding { overriding in
        for service in program.services(of: number) { register(service, in: overriding) }
      }
    }
    for container in containers.flatMap({ sequence(first: $0, next: \.parent) }) {
      container.failureHandler = { [log] in log.add(.reported(Failure($0))) }
    }
    self.containers = containers
    tops = containers.map { Array(sequence(first: $0, next: \.parent)).last! }
  }

  // MARK: - Services

  func register(_ number: Int, in container: Container) {
    let service = program.services[number]
    let (type, name) = (Node.self, service.name)
    let entry =
      service.isAwaited
      ? container.register(type, name: name) { [self] r async throws in try await make(number, r) }
      : container.register(type, name: name) { [self] r in try make(number, r) }
    if service.completion != nil {
      if service.isAwaited {
        entry.initCompleted { [self] r, node async throws in try await complete(node.number, number, r) }
      } else {
        entry.initCompleted { [self] r, node in try complete(node.number, number, r) }
      }
    }
    if let scope = service.scope { entry.inObjectScope(scopes[scope]!) }
    if service.isEndAwaited {
      entry.onClose { [log] node async throws in
        log.noteEnd(of: node.number)
        await Task.yield()
        log.add(.over(node.number))
        if service.hasFailingEnd { throw Oops() }
      }
    } else {
      entry.onClose { [log] node in
        log.noteEnd(of: node.number)
        if service.hasFailingEnd { throw Oops() }
      }
    }
    lock.withLock { entries[number] = entry }
  }
  /// Ends circles: an entry holds its factory, which holds the player.
  func letGo() {
    lock.withLock { entries = [] }
    log.letGo()
  }
  /// `nil` for a child that was let go.
  func container(_ number: Int) -> Container? { lock.withLock { containers[number] } }
  func letGo(of container: Int) {
    let last = lock.withLock { containers[container].take() }
    withExtendedLifetime(last) {}
  }
  func unregister(_ number: Int) {
    let service = program.services[number]
    container(service.container)?.unregister(Node.self, name: service.name)
  }
  func change(_ number: Int, to scope: Program.Scope) {
    _ = lock.withLock { entries[number] }?.inObjectScope(scopes[scope]!)
  }
  private func decorate(_ number: Int, _ wishes: [Program.Wish], in container: Container) {
    container.decorate(Node.self, name: program.services[number].name) { [self] r, inner in
      let run = log.begin { .wraps($0, service: number, inner: inner.number) }
      for wish in wishes { try grant(wish, run, r) }
      return log.finish(run)
    }
  }

  private func make(_ number: Int, _ r: any Resolver) throws -> Node {
    let (run, isFailing) = begin(number)
    for wish in program.services[number].needs { try grant(wish, run, r) }
    if isFailing { throw log.fail(run) }
    return log.finish(run)
  }
  private func make(_ number: Int, _ r: any Resolver) async throws -> Node {
    let (run, isFailing) = begin(number)
    for wish in program.services[number].needs { try await grant(wish, run, r) }
    if isFailing { throw log.fail(run) }
    return log.finish(run)
  }
  private func begin(_ number: Int) -> (run: Int, isFailing: Bool) {
    let run = log.begin { .begins($0, service: number) }
    let isFailing = log.count(\.factories, number, program.services[number].failingFactories)
    // Others may come between, a little and sometimes longer.
    if way != .alone, run % 2 == 0 { sched_yield() }
    if way != .alone, run % 7 == 0 { usleep(UInt32(run % 4 * 20)) }
    return (run, isFailing)
  }
  private func complete(_ node: Int, _ number: Int, _ r: any Resolver) throws {
    let isFailing = beginCompletion(node, number)
    for wish in program.services[number].completion! { try grant(wish, node, r) }
    if isFailing { throw log.fail(node) }
    log.add(.completed(node))
  }
  private func complete(_ node: Int, _ number: Int, _ r: any Resolver) async throws {
    let isFailing = beginCompletion(node, number)
    for wish in program.services[number].completion! { try await grant(wish, node, r) }
    if isFailing { throw log.fail(node) }
    log.add(.completed(node))
  }
  private func beginCompletion(_ node: Int, _ number: Int) -> Bool {
    log.add(.completing(node))
    return log.count(\.completions, number, program.services[number].failingCompletions)
  }

  // MARK: - Wishes

  private func grant(_ wish: Program.Wish, _ run: Int, _ r: any Resolver) throws {
    switch wish {
    case .later(let key): try takeLazy(key, run, r)
    case .use: try useLazies(of: run)
    case .get(let key, let isCaught):
      do throws(ResolutionError) { log.add(.got(try get(key, r), by: run)) } catch {
        if !isCaught { throw error }
        log.add(.caught(Failure(error), by: run))
      }
    default: giveUp(wish, r)
    }
  }
  private func giveUp(_ wish: Program.Wish, _ r: any Resolver) {
    // An awaited build resolves by something else.
    guard let own = r as? Container ?? container(0) else { return }
    do {
      switch wish {
      case .reset(let scope): own.resetObjectScope(scopes[scope]!)
      case .closeScope(let scope): try own.close(scopes[scope]!)
      case .close: try own.close()
      case .register(let number):
        guard log.withLock({ $0.registered.insert(number).inserted }) else { return }
        container(program.services[number].container).map { register(number, in: $0) }
      case .unregister(let number): unregister(number)
      case .get, .later, .use: break
      }
    } catch { note(error) }
  }
  private func grant(_ wish: Program.Wish, _ run: Int, _ r: any Resolver) async throws {
    switch wish {
    case .later(let key): try takeLazy(key, run, r)
    case .use: try useLazies(of: run)
    case .get(let key, let isCaught):
      do throws(ResolutionError) { log.add(.got(try await getAwaited(key, r), by: run)) } catch {
        if !isCaught { throw error }
        log.add(.caught(Failure(error), by: run))
      }
    case .close where way == .tasks:
      do { try await (r as? Container ?? container(0))?.closeAsync() } catch { note(error) }
    default: giveUp(wish, r)
    }
  }
  private func takeLazy(_ key: String, _ run: Int, _ r: any Resolver) throws {
    let lazy = try r.require(Lazy<Node>.self, name: key)
    log.withLock { $0.lazies.append((lazy, run)) }
  }
  private func useLazies(of run: Int) throws {
    for lazy in log.withLock({ $0.lazies.filter { $0.run == run }.map(\.lazy) }) {
      log.add(.got(try lazy.require().number, by: run))
    }
  }
  func get(_ key: String, _ r: any Resolver) throws(ResolutionError) -> Int {
    forwards.contains(key)
      ? try r.require((any Face).self, name: key).number : try r.require(Node.self, name: key).number
  }
  func getAwaited(_ key: String, _ r: any Resolver) async throws(ResolutionError) -> Int {
    forwards.contains(key)
      ? try await r.requireAsync((any Face).self, name: key).number
      : try await r.requireAsync(Node.self, name: key).number
  }
}
