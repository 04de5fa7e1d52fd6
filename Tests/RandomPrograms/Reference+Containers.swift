extension Reference {
  func makeContainers() {
    for place in program.containers {
      switch place {
      case .root: containers.append(Box(nil))
      case .child(let parent): containers.append(Box(containers[parent]))
      case .overriding(let other): containers.append(containers[other])
      }
    }
    for (number, service) in program.services.enumerated() where !program.isOverriding(service.container) {
      register(number, containers[service.container])
    }
    for forward in program.forwards {
      if let record = entries[forward.service] {
        add(forward.name, record, containers[forward.container], isForward: true)
      }
    }
    for number in program.containers.indices where program.isOverriding(number) {
      containers[number] = makeCopy(number, of: containers[number])
    }
  }

  /// Returns what it replaces.
  @discardableResult
  func register(_ number: Int, _ box: Box) -> Entry? {
    let service = program.services[number]
    let record = Record(number, service.name, box, service.scope ?? .graph)
    records.append(record)
    entries[number] = record
    if box.isClosed, box.parent?.isClosed != true {
      events.append(.reported(Failure(code: .containerClosed, path: [service.name])))
    }
    return box.isClosed ? nil : add(service.name, record, box)
  }
  @discardableResult
  private func add(_ key: String, _ record: Record, _ box: Box, order: Int? = nil, isForward: Bool = false)
    -> Entry?
  {
    record.keys += 1
    box.isUsed = true
    orders += 1
    let entry = Entry(record: record, order: order ?? orders, isForward: isForward)
    if !isForward { record.order = entry.order }
    return box.table.updateValue(entry, forKey: key)
  }
  /// A record gives up its instance with its last key.
  func giveUp(_ entries: [Entry]) { endNow(takeUnused(entries)) }
  func takeUnused(_ entries: [Entry]) -> [Taken] {
    var unused: [Record] = []
    for record in entries.map(\.record) {
      record.keys -= 1
      if record.keys == 0 { unused.append(record) }
    }
    return unused.sorted { $0.order < $1.order }.flatMap(take)
  }

  /// Copies a container and those above; what the overriding copy registers takes the places of what it replaces.
  private func makeCopy(_ number: Int, of original: Box) -> Box {
    let line = Array(original.line.reversed())
    var boxes: [Box] = []
    for _ in line { boxes.append(Box(boxes.last)) }
    for box in boxes.dropFirst() { box.ownsParent = true }
    var overriding: [String: Record] = [:]
    for index in program.services(of: number) {
      let service = program.services[index]
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
}
