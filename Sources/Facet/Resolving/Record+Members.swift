// Scoped and perArgument: a record has members, records of container scope, one for each container or for each value of the arguments.

extension Record {
  func scoped(
    _ found: Found, _ asked: Container, _ thread: Resolution, _ arguments: Arguments
  ) throws(ResolutionError) -> Instance? {
    guard let member = asked.registry.member(of: self) else {
      throw thread.closed(found.registration, asked.registry)
    }
    return try member.shared(found.ofMember, thread, arguments)
  }
  func perArgument(
    _ found: Found, _ asked: Container, _ thread: Resolution, _ arguments: Arguments, _ slot: Slot?
  ) throws(ResolutionError) -> Instance? {
    guard let values = KeptArguments.keep(arguments, key.signature) else {
      return try shared(found.ofMember, thread, arguments)
    }
    return try member(for: values).shared(found.ofMember, thread, arguments)
  }

  /// The member for these arguments.
  ///
  /// They are compared and hashed with no lock.
  func member(for arguments: KeptArguments) -> Record {
    guard let hash = arguments.hash else { stopIncomparable() }
    while true {
      let known = owner.contents.read { _ in rare?.members[hash] ?? [] }
      let found = known.first { known in arguments.withArguments { known.arguments.compare($0) == .same } }
      if let found {
        // The comparison may have reset the scope.
        let isThere = owner.contents.read { _ in
          rare?.members[hash]?.contains { $0.record === found.record } == true
        }
        if isThere { return found.record }
        continue
      }
      let new = Record(memberOf: self, owner)
      // What is not equal to itself, as NaN is not, would never be found again.
      if arguments.withArguments({ arguments.compare($0) }) == .different { return new }
      let isDone = owner.contents.withLock { contents in
        // Another thread, or a comparison, may have added one.
        let present = rare?.members[hash] ?? []
        guard present.elementsEqual(known, by: { $0.record === $1.record }) else { return false }
        // What was given up for good keeps nothing.
        if keys == 0 || contents.isEmptied { return true }
        rarely.members[hash, default: []].append(Member(arguments: arguments, record: new))
        return true
      }
      if isDone { return new }
    }
  }
  func stopIncomparable(_ scope: (any ObjectScopeProtocol)? = nil) -> Never {
    let types = key.argumentTypes.filter { !($0 is any Hashable.Type) }
    stop(incomparableArguments(of: key, location, types, (scope ?? whole.settings.scope).name))
  }
}

extension Found {
  /// A member is shared like a service of container scope, and made like the whole.
  fileprivate var ofMember: Found {
    var mode = mode
    mode.kind = .container
    return Found(registration, mode, builder)
  }
}

extension Registry {
  /// The record of this container for a scoped service; `nil` if it is closed.
  func member(of record: Record) -> Record? {
    return contents.withLock { contents -> Record? in
      if contents.isClosed { return nil }
      if let known = contents.members[ObjectIdentifier(record)] { return known }
      let new = Record(memberOf: record, self)
      contents.members[ObjectIdentifier(record)] = new
      return new
    }
  }
}
