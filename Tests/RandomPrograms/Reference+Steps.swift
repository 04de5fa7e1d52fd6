extension Reference {
  func perform(_ step: Program.Step, _ number: Int) {
    if step.container.map(gone.contains) == true { return }
    switch step {
    case .resolve(let key, let container), .cancel(let key, let container):
      do throws(Failure) {
        events.append(.returned(try require(key, containers[container]), step: number))
      } catch {
        events.append(.failed(error, step: number))
      }
    case .reset(let scope, let container): reset(scope, containers[container])
    case .closeScope(let scope, let container): closeScope(scope, containers[container])
    case .close(let container): close(containers[container])
    case .leave(let container):
      close(containers[container])
      gone.insert(container)
    case .register(let service): registerAgain([service])
    case .together(let services): registerAgain(services)
    case .unregister(let service): unregister(service)
    case .removeAll(let container):
      containers[container].hasDecorators = false
      giveUp(removeKeys(containers[container]))
    case .change(let service, let scope): change(entries[service], scope)
    case .use:
      do throws(Failure) { for lazy in lazies { try use(lazy) } } catch {
        events.append(.failed(error, step: number))
      }
    case .letGo:
      for record in records { record.isGone = true }
      lazies = []
    }
  }
  func registerAgain(_ services: [Int]) {
    let place = program.services[services[0]].container
    if gone.contains(place) { return }
    giveUp(services.compactMap { register($0, containers[place]) })
  }
  func unregister(_ service: Int) {
    let box = containers[program.services[service].container]
    if gone.contains(program.services[service].container) { return }
    if let old = box.table.removeValue(forKey: program.services[service].name) { giveUp([old]) }
  }
  private func removeKeys(_ box: Box) -> [Entry] {
    defer { box.table = [:] }
    return box.entries
  }
  private func change(_ record: Record?, _ scope: Program.Scope) {
    guard let record, record.scope != scope else { return }
    let taken = take(record)
    record.storage = nil
    record.scope = scope
    endNow(taken)
  }

  // MARK: - Ends

  typealias Taken = (instance: Int, record: Record)

  func reset(_ scope: Program.Scope, _ box: Box) {
    if box.isClosed { return events.append(.reported(Failure(code: .containerClosed, path: [""]))) }
    endNow(takeAll(of: scope, box))
  }

  func closeScope(_ scope: Program.Scope, _ box: Box) {
    note(box.isClosed ? ["refused"] : end(takeAll(of: scope, box)))
  }
  /// Takes what a scope keeps, here and above.
  private func takeAll(of scope: Program.Scope, _ box: Box) -> [Taken] {
    if scope == .scoped { return box.line.flatMap { $0.members.values.flatMap(take) } }
    return inUse(box.line.last!.family).filter { record in
      record.scope == scope && box.line.contains { $0 === record.owner }
    }.flatMap(take)
  }
  /// The records that a key of these containers leads to, in the order of registration.
  private func inUse(_ family: [Box]) -> [Record] {
    let used = Set(family.flatMap { $0.table.values.map { ObjectIdentifier($0.record) } })
    return records.filter { used.contains(ObjectIdentifier($0)) }.sorted { $0.order < $1.order }
  }
  func take(_ record: Record) -> [Taken] {
    var taken: [Taken] = []
    record.life = Life()
    if let kept = record.kept { taken.append((kept, record)) }
    if let storage = record.storage, let kept = storage.kept {
      events.append(.emptied(storage: storage.number))
      taken.append((kept, record))
      record.storage?.kept = nil
    }
    if let weak = record.weak { taken.append((weak, record)) }
    (record.kept, record.weak) = (nil, nil)
    if record.scope == .scoped, record.master == nil {
      for box in record.owner.family {
        if let member = box.members.removeValue(forKey: ObjectIdentifier(record)) { taken += take(member) }
      }
    }
    return taken
  }

  func close(_ box: Box) {
    if box.isClosed { return }
    var whole = box
    while whole.ownsParent, let parent = whole.parent { whole = parent }
    let family = whole.family
    if frames.contains(where: { frame in frame.build != nil && family.contains { $0 === frame.record.owner } }
    ) {
      return note(["refused"])
    }
    for box in family { box.isClosed = true }
    let inUse = inUse(family)
    // Children first.
    let taken = family.reversed().flatMap { box in
      let members = box.members.values
      box.members = [:]
      return inEndOrder((inUse.filter { $0.owner === box } + members).flatMap(take))
    }
    // Those of a parent to which only keys of the closed containers led.
    let unused = family.flatMap { inEndOrder(takeUnused(removeKeys($0))) }
    note((taken + unused).filter { end($0.instance, $0.record, isReported: false) }.map(\.record.name))
  }

  /// Ends instances in order, and returns the keys of those whose ends failed.
  private func end(_ taken: [Taken]) -> [String] {
    inEndOrder(taken).filter { end($0.instance, $0.record, isReported: false) }.map(\.record.name)
  }
  /// The same; the failure handler gets the errors, at last.
  func endNow(_ taken: [Taken]) {
    for name in end(taken) { events.append(.reported(Failure(code: .endFailed, path: [name]))) }
  }
  @discardableResult
  func end(_ instance: Int, _ record: Record, isReported: Bool = true) -> Bool {
    noteEnd(of: instance)
    // A weak service, whose needs count until then.
    if parts[instance]!.isPassing { return false }
    events.append(.ended(instance, inLastClose: isInLastClose))
    let isFailing = program.services[record.service].hasFailingEnd
    if isFailing, isReported { events.append(.reported(Failure(code: .endFailed, path: [record.name]))) }
    return isFailing
  }
  private func note(_ failures: [String]) {
    if !failures.isEmpty { events.append(.closed(failures: failures)) }
  }
}
