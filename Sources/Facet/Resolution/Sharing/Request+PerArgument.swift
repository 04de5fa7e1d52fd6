/// One instance for each value of the arguments.
///
/// The record has a table of further records, one for each value. When the right one is found, the request goes on with that
/// one, as in container or weak scope. The frame and the path keep the key that was asked for.
extension Request {
  @inline(never)
  func resolvePerArgument() -> Outcome {
    guard let (members, operations) = table, let arguments else { return resolveInChangedScope() }
    // `hash(into:)` and `==` may resolve.
    guard thread.hasStackLeft else { return tooDeep() }
    let hash = operations.hash(arguments)
    while true {
      let place = members.find(hash) { operations.areEqual($0.arguments.pointer, arguments) }
      if let member = place.member {
        if let outcome = reuse(member) { return outcome }
        if members.beginBuild(of: member) { return build(member, in: members) }
      } else {
        if !operations.isHashable { checkArguments() }
        guard let member = makeMember(hash, operations.copy(arguments)) else {
          return resolveInChangedScope()
        }
        guard operations.isEqualToItself(arguments) else { return buildUnkept(member) }
        if members.add(member, at: place) { return build(member, in: members) }
      }
    }
  }

  private var table: (ArgumentTable, ArgumentOperations)? {
    let members = record._withUnsafeGuaranteedRef {
      $0.configuration._withUnsafeGuaranteedRef { $0.settings.members }
    }
    guard let members, let operations = record._withUnsafeGuaranteedRef({ $0.recipe.arguments }) else {
      return nil
    }
    return (members, operations)
  }

  /// Goes on where the scope was changed since the resolve began.
  private func resolveInChangedScope() -> Outcome {
    with(Mode(.graph, hasCompletions: mode.hasCompletions)).resolveInLargerCycle()
  }

  /// Stops the program if nothing can be found for the arguments again, which a default scope does not know before.
  private func checkArguments() {
    let record = record.takeUnretainedValue()
    record.checkArguments(for: record.settings.scope)
  }

  /// The same request for the record of a member.
  private func with(_ member: ArgumentMember) -> Request {
    let record = member.record
    return Request(
      registration: registration, record: .passUnretained(record), mode: record.mode, builder: builder,
      arguments: arguments, result: result, thread: thread)
  }

  /// Gives the instance that all threads see; `nil` if there is none.
  private func reuse(_ member: ArgumentMember) -> Outcome? {
    member.record.shared.flatMap(copyPublished)
  }

  private func makeMember(_ hash: UInt, _ arguments: ArgumentCopy) -> ArgumentMember? {
    record._withUnsafeGuaranteedRef { $0.makeMember() }.map { ArgumentMember($0, arguments, hash) }
  }

  /// Builds the instance of a member that the table holds, or waits for it.
  private func build(_ member: ArgumentMember, in members: ArgumentTable) -> Outcome {
    // The whole record may have been changed since the member was made.
    record._withUnsafeGuaranteedRef { member.record.takeSettings(of: $0) }
    let outcome = with(member).resolveShared()
    members.endBuild(of: member)
    return outcome
  }

  /// Builds an instance that nobody can find again.
  private func buildUnkept(_ member: ArgumentMember) -> Outcome {
    let outcome = with(member).resolveShared()
    // The cycle refers to the record until its end.
    Reclamation.retire(member)
    return outcome
  }
}
