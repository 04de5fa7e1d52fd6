import Facet

/// A container.
final class Box {
  let parent: Box?
  var children: [Box] = []
  var table: [String: Entry] = [:]
  var members: [ObjectIdentifier: Record] = [:]
  /// Whether something was ever registered.
  var isUsed = false
  var isClosed = false

  init(_ parent: Box?) {
    self.parent = parent
    parent?.children.append(self)
  }

  /// This one and all above.
  var line: [Box] { [self] + (parent?.line ?? []) }
  /// This one and all below, each before its children.
  var family: [Box] { [self] + children.flatMap(\.family) }
  var entries: [Entry] { table.values.sorted { $0.order < $1.order } }

  /// The record of this container for a scoped service.
  func member(of record: Record) -> Record {
    let member =
      members[ObjectIdentifier(record)] ?? Record(record.service, record.name, self, .scoped, isMember: true)
    members[ObjectIdentifier(record)] = member
    return member
  }
}

/// A key of a container, and the record that it leads to.
struct Entry {
  let record: Record
  let order: Int
  let isForward: Bool
}

/// A registration.
final class Record {
  struct Storage {
    let number: Int
    var kept: Int?
  }
  let service: Int
  let name: String
  let owner: Box
  var scope: Program.Scope
  let isMember: Bool
  /// The order of registration; that of a replaced one, in a layer.
  var order = 0
  var kept: Int?
  var weak: Int?
  var storage: Storage?
  /// When the instance was kept.
  var creation = 0
  var resets = 0
  /// How many keys lead here; what has none keeps nothing.
  var keys = 0

  init(_ service: Int, _ name: String, _ owner: Box, _ scope: Program.Scope, isMember: Bool = false) {
    (self.service, self.name, self.owner, self.scope, self.isMember) = (service, name, owner, scope, isMember)
  }
}

/// The construction of a shared instance.
final class Build {
  let record: Record
  private let resets: Int
  var instance: Int?
  var number = 0
  var waitsFor: Set<Int> = []

  init(_ record: Record) { (self.record, resets) = (record, record.resets) }

  /// Whether nothing was reset since it began.
  var isWanted: Bool { record.resets == resets && (record.keys > 0 || record.isMember) }
}

/// A service under construction.
struct Frame {
  let key: String
  let record: Record
  let builder: Box
  var build: Build?
  var isCompleting = false
  /// Nobody finds a transient instance.
  var isUnseen = false
  /// The places of the frames whose half-built instances it has, by itself or through what it got.
  var waitsFor: Set<Int> = []
  var graphMark = 0
  var deferredMark = 0
}

extension Reference {
  func makeContainers() {
    for place in program.containers {
      switch place {
      case .root: containers.append(Box(nil))
      case .child(let parent): containers.append(Box(containers[parent]))
      case .layer(let other): containers.append(containers[other])
      }
    }
    for (number, service) in program.services.enumerated() where !program.isLayer(service.container) {
      register(number, containers[service.container])
    }
    for forward in program.forwards {
      if let record = entries[forward.service] {
        add(forward.name, record, containers[forward.container], isForward: true)
      }
    }
    for number in program.containers.indices where program.isLayer(number) {
      containers[number] = makeLayer(number, over: containers[number])
    }
  }

  private func register(_ number: Int, _ box: Box) {
    let service = program.services[number]
    let record = Record(number, service.name, box, service.scope ?? .graph)
    records.append(record)
    entries[number] = record
    if box.isClosed { events.append(.reported(Failure(code: .containerClosed, path: [service.name]))) }
    if !box.isClosed { add(service.name, record, box) }
  }
  private func add(_ key: String, _ record: Record, _ box: Box, order: Int? = nil, isForward: Bool = false) {
    record.keys += 1
    box.isUsed = true
    orders += 1
    let entry = Entry(record: record, order: order ?? orders, isForward: isForward)
    if !isForward { record.order = entry.order }
    let old = box.table.updateValue(entry, forKey: key)
    if let old { giveUp(old) }
  }
  /// A record gives up its instance with its last key.
  private func giveUp(_ entry: Entry) {
    entry.record.keys -= 1
    if entry.record.keys == 0 { endNow(take(entry.record)) }
  }

  /// Copies a container and those above; what the layer registers takes the places of what it replaces.
  private func makeLayer(_ number: Int, over original: Box) -> Box {
    let line = Array(original.line.reversed())
    var boxes: [Box] = []
    for _ in line { boxes.append(Box(boxes.last)) }
    var overriding: [String: Record] = [:]
    for (index, service) in program.services.enumerated() where service.container == number {
      let levels = line.indices.filter { line[$0].table[service.name] != nil }
      let scope = service.scope ?? levels.last.map { line[$0].table[service.name]!.record.scope } ?? .graph
      let box = boxes[levels.first ?? line.count - 1]
      let record = Record(index, service.name, box, scope)
      records.append(record)
      overriding[service.name] = record
      add(service.name, record, box, order: levels.first.map { line[$0].table[service.name]!.order })
    }
    var copies: [ObjectIdentifier: Record] = [:]
    for (level, old) in line.enumerated() {
      for entry in old.entries where !entry.isForward && overriding[entry.record.name] == nil {
        let copy = Record(entry.record.service, entry.record.name, boxes[level], entry.record.scope)
        records.append(copy)
        copies[ObjectIdentifier(entry.record)] = copy
        add(copy.name, copy, boxes[level], order: entry.order)
      }
    }
    for (level, old) in line.enumerated() {
      for (key, entry) in old.table where entry.isForward {
        let target = overriding[entry.record.name] ?? copies[ObjectIdentifier(entry.record)]!
        add(key, target, boxes[level], order: entry.order, isForward: true)
      }
    }
    return boxes.last!
  }

  // MARK: - Steps

  func perform(_ step: Program.Step, _ number: Int) {
    switch step {
    case .resolve(let key, let container), .cancel(let key, let container):
      do throws(Failure) {
        events.append(.returned(try require(key, containers[container]), step: number))
      } catch {
        events.append(.failed(error, step: number))
      }
    case .reset(let scope, let container): reset(scope, containers[container])
    case .closeScope(let scope, let container): note(end(takeAll(of: scope, containers[container])))
    case .close(let container): close(containers[container])
    case .register(let service): register(service, containers[program.services[service].container])
    case .unregister(let service):
      let box = containers[program.services[service].container]
      if let old = box.table.removeValue(forKey: program.services[service].name) { giveUp(old) }
    case .change(let service, let scope): change(entries[service], scope)
    case .letGo: for record in records { record.weak = nil }
    }
  }
  private func change(_ record: Record?, _ scope: Program.Scope) {
    guard let record, record.scope != scope else { return }
    let taken = take(record)
    record.storage = nil
    record.scope = scope
    endNow(taken)
  }

  // MARK: - Ends

  typealias Taken = (instance: Int, record: Record, creation: Int)

  func reset(_ scope: Program.Scope, _ box: Box) { endNow(takeAll(of: scope, box)) }

  /// Takes what a scope keeps, here and above.
  private func takeAll(of scope: Program.Scope, _ box: Box) -> [Taken] {
    if scope == .scoped { return box.line.flatMap { $0.members.values.flatMap(take) } }
    let inUse = inUse(box.line.last!.family)
    return box.line.flatMap { box in
      inUse.filter { $0.owner === box && $0.scope == scope }.flatMap(take)
    }
  }
  /// The records that a key of these containers leads to, in the order of registration.
  private func inUse(_ family: [Box]) -> [Record] {
    let used = Set(family.flatMap { $0.table.values.map { ObjectIdentifier($0.record) } })
    return records.filter { used.contains(ObjectIdentifier($0)) }.sorted { $0.order < $1.order }
  }
  private func take(_ record: Record) -> [Taken] {
    var taken: [Taken] = []
    record.resets += 1
    if let kept = record.kept { taken.append((kept, record, record.creation)) }
    if let storage = record.storage, let kept = storage.kept {
      events.append(.emptied(storage: storage.number))
      taken.append((kept, record, record.creation))
      record.storage?.kept = nil
    }
    (record.kept, record.weak) = (nil, nil)
    if record.scope == .scoped, !record.isMember {
      for box in record.owner.family {
        if let member = box.members.removeValue(forKey: ObjectIdentifier(record)) { taken += take(member) }
      }
    }
    return taken
  }

  func close(_ box: Box) {
    if box.isClosed { return }
    let family = box.family
    for box in family { box.isClosed = true }
    let inUse = inUse(family)
    // Children first.
    let taken = family.reversed().flatMap { box in
      let members = box.members.values
      box.members = [:]
      return sorted((inUse.filter { $0.owner === box } + members).flatMap(take))
    }
    for box in family.reversed() {
      let old = box.entries
      box.table = [:]
      for entry in old { giveUp(entry) }
    }
    note(taken.filter { end($0.instance, $0.record, isReported: false) }.map(\.record.name))
  }

  private func sorted(_ taken: [Taken]) -> [Taken] { taken.sorted { $0.creation > $1.creation } }
  /// Ends instances in the reverse order of creation, and returns the keys of those whose ends failed.
  private func end(_ taken: [Taken]) -> [String] {
    sorted(taken).filter { end($0.instance, $0.record, isReported: false) }.map(\.record.name)
  }
  /// The same; the failure handler gets the errors, at last.
  private func endNow(_ taken: [Taken]) {
    for name in end(taken) { events.append(.reported(Failure(code: .endFailed, path: [name]))) }
  }
  @discardableResult
  func end(_ instance: Int, _ record: Record, isReported: Bool = true) -> Bool {
    events.append(.ended(instance))
    let isFailing = program.services[record.service].hasFailingEnd
    if isFailing, isReported { events.append(.reported(Failure(code: .endFailed, path: [record.name]))) }
    return isFailing
  }
  private func note(_ failures: [String]) {
    if !failures.isEmpty { events.append(.closed(failures: failures)) }
  }
}
