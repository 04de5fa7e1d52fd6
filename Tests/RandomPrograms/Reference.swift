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
  var runs = 0, factories: [Int: Int] = [:], completions: [Int: Int] = [:]
  /// The services under construction, which are the path of an error.
  var frames: [Frame] = []
  /// Instances of graph scope; lazies come back to them.
  var currentGraph = Graph()
  var graph: [Graph.Entry] {
    get { currentGraph.entries }
    set { currentGraph.entries = newValue }
  }
  var lazies: [LazyService] = []
  /// Complete instances that have something half-built, and are kept when that is complete.
  var deferred: [Build] = []
  /// What each instance needs; an instance and those that decorate it are one.
  var parts: [Int: Part] = [:]
  /// What the use of a lazy got that came to nothing.
  var foundInVain: [Part] = []
  /// Of the service that uses a lazy.
  var userOfLazy: Life?
  private var storages: [Record] = []
  private var depth = 0
  private(set) var isInLastClose = false
  var registered: Set<Int> = []
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
  func find(_ key: String, _ asked: Box) throws(Failure) -> Record {
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
        endInVain()
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
    if let kept = record.kept ?? (record.isGone ? nil : record.weak) { return kept }
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
    let build = own.flatMap { $0.isLost ? nil : $0 } ?? begin(record)
    frames.append(Frame(key: key, record: record, builder: record.owner, build: build))
    do throws(Failure) {
      let instance = try make(record, record.owner)
      // A completion may have had it built meanwhile: the first one counts, and the other one ends.
      if let first = build.instance {
        inherit(build.waitsFor)
        endInVain()
        if build.isEnded { endNow([(instance, record)]) }
        return first
      }
      beginCompletion(isUnseen: false)
      (build.instance, build.waitsFor) = (instance, [frames.count - 1])
      try complete(record, instance, record.owner)
      return finish(build) ? instance : nil
    } catch { throw fail(error) }
  }
  private func begin(_ record: Record) -> Build {
    if let weak = record.weak.take() { noteEnd(of: weak) }
    return Build(record)
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
      endNow(builds.map { ($0.instance!, $0.record) })
      return true
    }
    for build in builds {
      switch build.record.scope {
      case .weak: (build.record.weak, build.record.isGone) = (build.instance, false)
      case .session, .brief: build.record.storage!.kept = build.instance
      default: build.record.kept = build.instance
      }
    }
    for build in builds where build.record.scope.isCustom {
      events.append(.stored(storage: build.record.storage!.number))
    }
    return true
  }

  func tick() -> Int {
    clock += 1
    return clock
  }
}
