import Facet

/// What is promised whatever threads and tasks do, checked in the log of a run.
struct Promises {
  private let program: Program
  private let way: Generator.Way
  private let events: [Event]
  private var service: [Int: Int] = [:]
  /// The instance under a decorator, and the one around it.
  private var inner: [Int: Int] = [:], outer: [Int: Int] = [:]
  private var got: [Int: [Int]] = [:], gotLater: [Int: [Int]] = [:]
  private var made: Set<Int> = [], completing: Set<Int> = [], completed: Set<Int> = []
  private var runs: [Int: Int] = [:]
  /// Where each instance ended, in the order of all ends.
  private var ends: [Int: Int] = [:]
  /// The shared instances that resolves returned, or that these hold.
  private var seen: [Int: Set<Int>] = [:]
  private var codes: [ResolutionError.Code] = []

  /// The first promise that was broken; `nil` if all were kept.
  static func broken(_ events: [Event], _ program: Program, _ way: Generator.Way) -> String? {
    var promises = Promises(program, way, events)
    return promises.read() ?? promises.brokenAtTheEnd()
  }
  private init(_ program: Program, _ way: Generator.Way, _ events: [Event]) {
    (self.program, self.way, self.events) = (program, way, events)
  }

  // MARK: - One event after the other

  private mutating func read() -> String? {
    for event in events {
      switch event {
      case .begins(let run, let number):
        service[run] = number
        runs[number, default: 0] += 1
      case .wraps(let run, let number, let other):
        (service[run], inner[run], outer[other]) = (number, other, run)
      case .got(let other, let run): got[run, default: []].append(other)
      case .gotLater(let other, let run): gotLater[run, default: []].append(other)
      case .made(let run): made.insert(run)
      case .completing(let run): completing.insert(run)
      case .completed(let run): completed.insert(run)
      case .ended(let run, _):
        if ends.updateValue(ends.count, forKey: run) != nil { return "\(name(run)) ended twice" }
        if !scope(run).isEnded, !isRescoped { return "\(name(run)) ended, which belongs to its caller" }
      case .returned(let run, _): if let broken = note(seen: run) { return broken }
      case .failed(let failure, _), .caught(let failure, _): codes.append(failure.code)
      default: break
      }
    }
    return nil
  }
  /// A resolve returns an instance: all that it holds must be complete.
  private mutating func note(seen first: Int) -> String? {
    var (reached, open) = (Set([first]), [first])
    while let run = open.popLast() {
      let isDecorated = outer[run].map(reached.contains) ?? false
      if !made.contains(run) { return "\(name(run)) was seen before it was made" }
      // A registration is visible before its completion is added.
      let number = service[run]!
      let isCompleted =
        program.services[number].completion != nil && !program.isShownEarly(number)
      if !isDecorated, isCompleted, !completed.contains(run) {
        return "\(name(run)) was seen half-built, from \(name(first))"
      }
      if !isDecorated { seen[service[run]!, default: []].insert(run) }
      let later = gotLater[run] ?? []
      for other in (got[run] ?? []) + later + (inner[run].map { [$0] } ?? [])
      where reached.insert(other).inserted {
        open.append(other)
      }
    }
    return nil
  }

  // MARK: - At the end

  private func brokenAtTheEnd() -> String? {
    if let broken = brokenEnd() ?? brokenOrder() { return broken }
    guard program.isUndisturbed else { return nil }
    for number in program.services.indices where isShared(number) {
      if seen[number, default: []].count > 1 {
        return "two instances of \(program.services[number].name) were seen"
      }
      // Also where nobody waited any more.
      let hasFailed = made.count < service.count || completed.count < completing.count || program.cancels
      if !hasFailed, runs[number, default: 0] > 1, !program.isInCircle(number) {
        return "the factory of \(program.services[number].name) ran twice"
      }
    }
    return brokenError()
  }
  /// All that a container keeps has ended, one after the other.
  private func brokenEnd() -> String? {
    if isRescoped { return nil }
    for run in made where around(run) == nil && scope(run).isEnded && scope(run) != .brief && ends[run] == nil
    {
      if program.isShownEarly(service[run]!) { continue }
      return "\(name(run)) never ended"
    }
    var awaited: Int?
    for event in eventsOfTheEnd {
      if case .ended(let run, _) = event {
        if let awaited { return "\(name(run)) ended while the end of \(name(awaited)) was awaited" }
        if program.services[service[run]!].isEndAwaited { awaited = run }
      }
      if case .over = event { awaited = nil }
    }
    return nil
  }
  private var eventsOfTheEnd: ArraySlice<Event> {
    events.firstIndex(of: .step(program.steps.count)).map { events[$0...] } ?? []
  }
  /// Of all that the last close ends, who got a service ends before it.
  ///
  /// In a circle, what came by a lazy does not count; nor does what completions got, of which the younger ends first. What was given up before may end after the
  /// last step, too: by a build that a cancelled task has left behind, or in a task that awaits ends.
  private func brokenOrder() -> String? {
    // What a weak service has got is no need any more, once that is given up.
    if !gotLater.isEmpty, !program.isUndisturbed, program.services.contains(where: { $0.scope == .weak }) {
      return nil
    }
    let final = events.compactMap { if case .ended(let run, inLastClose: true) = $0 { run } else { nil } }
    var parts: [Int: Part] = [:]
    func part(_ run: Int) -> Part {
      let run = outermost(run)
      if parts[run] == nil { parts[run] = Part(Life(), isPassing: !scope(run).isEnded) }
      return parts[run]!
    }
    // What failed may have got one of a circle: then what completions got is not known to be none, nor what lazies gave.
    let areCaught = events.contains { if case .caught = $0 { true } else { false } }
    for (run, others) in got {
      let end = events.firstIndex(of: .made(outermost(run))) ?? events.endIndex
      part(run).built += others.filter { !areCaught || events.firstIndex(of: .got($0, by: run))! < end }.map(
        part)
    }
    for (run, others) in gotLater where !areCaught { part(run).life.gained += others.map(part) }
    let needs = Needs(withoutAges: final.map(part))
    for (place, other) in final.enumerated() {
      // Children first: by an instance of graph scope a service of the parent may have one of theirs.
      if scope(other) == .scoped, program.containers.contains(where: \.isChild) { continue }
      for user in final.indices.dropFirst(place + 1) where needs.has(user, place) {
        return "\(name(other)) ended before \(name(final[user])), which got it"
      }
    }
    return nil
  }
  /// No error that one thread alone would not have.
  private func brokenError() -> String? {
    // A build that nobody waits for any more goes on, and may find its container closed.
    var allowed: [ResolutionError.Code] = way == .tasks ? [.cancelled, .needsAwait, .containerClosed] : []
    if program.canFail { allowed.append(.factoryFailed) }
    if way == .tasks, program.services.indices.contains(where: program.isInCircle) { allowed.append(.loop) }
    if codes.allSatisfy(allowed.contains) { return nil }
    for step in program.steps {
      var alone = program
      alone.steps = [step]
      for number in alone.services.indices {
        (alone.services[number].failingFactories, alone.services[number].failingCompletions) = ([], [])
      }
      for event in Reference(alone).run() {
        if case .failed(let failure, _) = event { allowed.append(failure.code) }
        if case .caught(let failure, _) = event { allowed.append(failure.code) }
      }
    }
    return codes.first { !allowed.contains($0) }.map { "the error \($0), which one thread does not have" }
  }

  // MARK: - Words

  private func scope(_ run: Int) -> Program.Scope { program.services[service[run]!].scope ?? .graph }
  private func name(_ run: Int) -> String { "\(program.services[service[run]!].name) (\(run))" }
  /// The instance of the decorator, unless that has failed.
  private func around(_ run: Int) -> Int? { outer[run].flatMap { made.contains($0) ? $0 : nil } }
  private func outermost(_ run: Int) -> Int { around(run).map(outermost) ?? run }
  /// Whether there is one instance for all; an overriding copy has its own.
  private func isShared(_ number: Int) -> Bool {
    guard !program.containers.indices.contains(where: program.isOverriding) else { return false }
    return switch program.services[number].scope ?? .graph {
    case .container, .weak, .session: true
    case .scoped: program.containers.count == 1
    default: false
    }
  }
  private var isRescoped: Bool {
    program.containers.indices.contains(where: program.isOverriding)
      || program.steps.contains { if case .change = $0 { true } else { false } }
  }
}

extension Program {
  /// Whether nothing is reset, closed, replaced or let go.
  var isUndisturbed: Bool {
    steps.allSatisfy(\.isResolve)
      && services.allSatisfy { $0.wishes.allSatisfy { $0.key != nil } }
  }
  var cancels: Bool { steps.contains { if case .cancel = $0 { true } else { false } } }
  var canFail: Bool { services.contains { !$0.failingFactories.isEmpty || !$0.failingCompletions.isEmpty } }

  /// Whether a service needs itself, by whatever way.
  func isInCircle(_ first: Int) -> Bool {
    var (reached, open) = (Set<Int>(), [first])
    while let next = open.popLast() {
      for key in services[next].wishes.compactMap(\.key) {
        // In an overriding copy, a forward leads to what that has registered.
        let names = [key] + forwards.filter { $0.name == key }.map { services[$0.service].name }
        let targets = services.indices.filter { names.contains(services[$0].name) }
        for target in targets where reached.insert(target).inserted { open.append(target) }
      }
    }
    return reached.contains(first)
  }
}
