import Facet

/// What one thread is promised: a slow and obvious container, which interprets a program and notes what has to happen.
///
/// It knows no threads, locks, types or memory. An instance is a number.
final class Reference {
  let program: Program
  var events: [Event] = []
  var containers: [Box] = []
  /// The record of the last registration of each service.
  var entries: [Record?]
  var records: [Record] = []
  private var runs = 0, factories: [Int: Int] = [:], completions: [Int: Int] = [:]
  /// The services under construction, which are the path of an error.
  var frames: [Frame] = []
  /// Instances of graph scope; lazies come back to them.
  private(set) var currentGraph = Graph()
  var graph: [Graph.Entry] {
    get { currentGraph.entries }
    set { currentGraph.entries = newValue }
  }
  var lazies: [LazyService] = []
  /// Complete instances that have something half-built, and are kept when that is complete.
  var deferred: [Build] = []
  /// What each instance needs; an instance and those that decorate it are one.
  var parts: [Int: Part] = [:]
  private var storages: [Record] = []
  private var depth = 0
  private(set) var isInLastClose = false
  private var registered: Set<Int> = []
  /// The containers that were let go.
  var gone: Set<Int> = []
  private var clock = 0
  var storageCount = 0
  /// The order of registration.
  var orders = 0

  init(_ program: Program) {
    self.program = program
    entries = Array(repeating: nil, count: program.services.count)
    makeContainers()
  }

  func run() -> [Event] {
    for (number, step) in program.steps.enumerated() {
      events.append(.step(number))
      perform(step, number)
    }
    events.append(.step(program.steps.count))
    isInLastClose = true
    for container in containers { close(container.line.last!) }
    // They hold one another.
    for box in containers.flatMap(\.line) { (box.children, box.table, box.members) = ([], [:], [:]) }
    return events
  }

  func require(_ key: String, _ asked: Box) throws(Failure) -> Int {
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { endTopLevel() }
    }
    let record = try find(key, asked)
    // A child without registrations is its parent.
    let builder = asked.line.first(where: \.isUsed) ?? asked.line.last!
    return switch record.scope {
    case .transient, .graph: try unshared(key, record, asked, builder)
    case .scoped: try shared(key, asked.member(of: record))
    default: try shared(key, record)
    }
  }
  private func find(_ key: String, _ asked: Box) throws(Failure) -> Record {
    if asked.line.contains(where: \.isClosed) { throw failure(.containerClosed, key) }
    guard let entry = asked.line.lazy.compactMap({ $0.table[key] }).first else {
      throw failure(.notRegistered, key)
    }
    return entry.record
  }
  private func endTopLevel() {
    for record in storages where record.keys > 0 {
      events.append(.graphOver(storage: record.storage!.number))
      if record.scope == .brief { record.storage?.kept = nil }
    }
    (storages, currentGraph) = ([], Graph())
  }
  func failure(_ code: ResolutionError.Code, _ last: String? = nil) -> Failure {
    Failure(code: code, path: frames.map(\.key) + (last.map { [$0] } ?? []))
  }

  // MARK: - Transient and graph scope

  private func unshared(_ key: String, _ record: Record, _ asked: Box, _ builder: Box) throws(Failure) -> Int
  {
    while true {
      if let known = known(record, builder) { return known }
      try checkLoop(key, record, builder)
      let frame = Frame(key: key, record: record, builder: builder)
      if let instance = try unshared(frame, asked) { return instance }
      if record.owner.isClosed { throw failure(.containerClosed, key) }
    }
  }
  /// Returns `nil` if it has to begin anew.
  private func unshared(_ frame: Frame, _ asked: Box) throws(Failure) -> Int? {
    let (record, builder) = (frame.record, frame.builder)
    frames.append(frame)
    do throws(Failure) {
      let instance = try make(record, asked)
      // A completion may have had it built meanwhile: the first one counts.
      if let first = known(record, builder) {
        end()
        return first
      }
      let isCompleted = program.services[record.service].completion != nil
      if isCompleted { beginCompletion(isUnseen: record.scope == .transient) }
      if record.scope == .graph {
        let waitsFor = isCompleted ? [frames.count - 1] : frames.last!.waitsFor
        graph.append(Graph.Entry(record: record, builder: builder, instance: instance, waitsFor: waitsFor))
      }
      guard isCompleted else {
        end()
        return instance
      }
      try complete(record, instance, asked)
      return finish(nil) ? instance : nil
    } catch { throw fail(error) }
  }
  private func known(_ record: Record, _ builder: Box) -> Int? {
    guard record.scope == .graph,
      let known = graph.last(where: { $0.record === record && $0.builder === builder })
    else { return nil }
    inherit(known.waitsFor)
    return known.instance
  }

  // MARK: - Shared services

  private func shared(_ key: String, _ record: Record) throws(Failure) -> Int {
    while true {
      if record.owner.isClosed { throw failure(.containerClosed, key) }
      if let instance = try sharedOnce(key, record) { return instance }
    }
  }
  /// Returns `nil` if it has to begin anew.
  private func sharedOnce(_ key: String, _ record: Record) throws(Failure) -> Int? {
    if let kept = record.kept ?? record.weak { return kept }
    let all = (frames.reversed().compactMap(\.build) + deferred.reversed()).filter { $0.record === record }
    let own = all.first { !$0.isLost } ?? all.first
    if let own, own.instance != nil || !own.isLost {
      if let instance = own.instance {
        inherit(own.waitsFor)
        return instance
      }
      try checkLoop(key, record, record.owner)
    } else if let stored = ask(record) {
      return stored
    }
    let build = own.flatMap { $0.isLost ? nil : $0 } ?? Build(record)
    frames.append(Frame(key: key, record: record, builder: record.owner, build: build))
    do throws(Failure) {
      let instance = try make(record, record.owner)
      // A completion may have had it built meanwhile: the first one counts, and the other one ends.
      if let first = build.instance {
        inherit(build.waitsFor)
        end()
        if build.isEnded { endNow([(instance, record)]) }
        return first
      }
      beginCompletion(isUnseen: false)
      (build.instance, build.waitsFor) = (instance, [frames.count - 1])
      try complete(record, instance, record.owner)
      return finish(build) ? instance : nil
    } catch { throw fail(error) }
  }
  private func ask(_ record: Record) -> Int? {
    guard record.scope.isCustom else { return nil }
    if record.storage == nil {
      storageCount += 1
      record.storage = Record.Storage(number: storageCount)
    }
    if !storages.contains(where: { $0 === record }) { storages.append(record) }
    events.append(.asked(storage: record.storage!.number))
    return record.storage!.kept
  }

  /// Keeps instances that have nothing half-built any more, in the order in which their factories returned.
  ///
  /// Returns false if one is lost. If one was given up meanwhile, the callers get all, which end as if that came right after.
  func publish(_ builds: [Build]) -> Bool {
    let builds = builds.sorted { parts[$0.instance!]!.number < parts[$1.instance!]!.number }
    if builds.contains(where: \.isLost) { return false }
    for build in builds {
      parts[build.instance!]!.number = tick()
      build.life.isOver = true
    }
    if builds.contains(where: \.isStale) {
      for build in builds where !build.isStale { build.record.life = Life() }
      endNow(builds.filter(\.isEnded).map { ($0.instance!, $0.record) })
      return true
    }
    for build in builds {
      switch build.record.scope {
      case .weak: build.record.weak = build.instance
      case .session, .brief: build.record.storage!.kept = build.instance
      default: build.record.kept = build.instance
      }
    }
    for build in builds where build.record.scope.isCustom {
      events.append(.stored(storage: build.record.storage!.number))
    }
    return true
  }

  // MARK: - Factories and completions

  private func make(_ record: Record, _ container: Box) throws(Failure) -> Int {
    let service = program.services[record.service]
    runs += 1
    var instance = runs
    events.append(.begins(instance, service: record.service))
    let part = Part(isPassing: !record.scope.isEnded)
    parts[instance] = part
    frames[frames.count - 1].part = part
    factories[record.service, default: 0] += 1
    let isFailing = service.failingFactories.contains(factories[record.service]!)
    for wish in service.needs { try grant(wish, instance, container) }
    if isFailing { throw fails(instance) }
    events.append(.made(instance))
    frames[frames.count - 1].made = instance
    for wishes in service.decorators {
      runs += 1
      let inner = instance
      instance = runs
      parts[instance] = part
      events.append(.wraps(instance, service: record.service, inner: inner))
      for wish in wishes { try grant(wish, instance, container) }
      events.append(.made(instance))
      frames[frames.count - 1].made = instance
    }
    part.number = tick()
    return instance
  }
  private func complete(_ record: Record, _ instance: Int, _ container: Box) throws(Failure) {
    guard let wishes = program.services[record.service].completion else { return }
    events.append(.completing(instance))
    completions[record.service, default: 0] += 1
    let isFailing = program.services[record.service].failingCompletions.contains(completions[record.service]!)
    for wish in wishes { try grant(wish, instance, container) }
    if isFailing { throw fails(instance) }
    events.append(.completed(instance))
  }
  private func fails(_ run: Int) -> Failure {
    events.append(.fails(run))
    return failure(.factoryFailed)
  }
  private func grant(_ wish: Program.Wish, _ run: Int, _ container: Box) throws(Failure) {
    switch wish {
    case .reset(let scope): reset(scope, container)
    case .closeScope(let scope): closeScope(scope, container)
    case .close: close(container)
    case .register(let service): if registered.insert(service).inserted { registerAgain([service]) }
    case .unregister(let service): unregister(service)
    case .later(let key):
      _ = try find(key, container)
      lazies.append(LazyService(key: key, container: container, run: run, graph: currentGraph))
    case .get(let key, let isCaught):
      do throws(Failure) { got(try require(key, container), run) } catch {
        if !isCaught { throw error }
        events.append(.caught(error, by: run))
      }
    }
  }
  /// The first use joins the top-level resolve that the lazy came from; what it gives, it keeps.
  func use(_ lazy: LazyService) throws(Failure) {
    if lazy.value == nil {
      currentGraph = lazy.graph
      lazy.value = try require(lazy.key, lazy.container)
    }
    events.append(.gotLater(lazy.value!, by: lazy.run))
    parts[lazy.run]!.later.append(parts[lazy.value!]!)
  }
  private func got(_ instance: Int, _ run: Int) {
    events.append(.got(instance, by: run))
    parts[run]!.built.append(parts[instance]!)
  }
  private func tick() -> Int {
    clock += 1
    return clock
  }
}
