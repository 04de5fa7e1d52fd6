/// One instance for each value of the arguments.
///
/// The record has a table of further records, one for each value. The request goes on with the right record, as in container
/// or weak scope. The frame and the path keep the requested key.
extension Request {
  /// The next step of a request for one value of the arguments.
  enum MemberStep {
    case tell(Outcome)
    /// The member must be built or awaited; it is in a table if its arguments can be found again.
    case build(ArgumentMember, in: ArgumentTable?)
    /// The scope has changed since the resolve began.
    case otherScope
  }

  @inline(never)
  func resolvePerArgument() -> Outcome {
    switch member() {
    case .tell(let outcome): return outcome
    case .otherScope: return with(Mode(.graph, hasCompletions: mode.hasCompletions)).resolveOutOfLine()
    case .build(let member, let members):
      let outcome = with(member).resolveKept()
      end(member, in: members)
      return outcome
    }
  }

  /// Finds the member for the arguments, or makes it.
  ///
  /// Runs `hash(into:)` and `==` of arguments, which is user code.
  func member() -> MemberStep {
    let members = record.read { $0.configuration.read { $0.settings.members } }
    guard let members, let arguments, let operations = record.read({ $0.recipe.arguments }) else {
      return .otherScope
    }
    guard thread.hasStackLeft else { return .tell(.failed(tooDeep())) }
    let hash = operations.hash(arguments)
    while true {
      let place = members.find(hash) { operations.areEqual($0.arguments.arguments, arguments) }
      if let member = place.member {
        if let shared = member.record.shared {
          let outcome = shared.read { $0.copy(to: slot) }
          if outcome.isSuccess {
            if shared.read({ $0.needs != nil }) { thread.noteNeed(shared.read { $0.number }) }
            return .tell(outcome)
          }
        }
        if members.beginBuild(of: member) { return begin(member, in: members) }
      } else {
        if !operations.isHashable { checkArguments() }
        guard let new = record.read({ $0.makeMember(of: .perArgument) }) else { return .otherScope }
        let member = ArgumentMember(new, operations.copy(arguments), hash)
        guard operations.isEqualToItself(arguments) else { return .build(member, in: nil) }
        if members.add(member, at: place) { return begin(member, in: members) }
      }
    }
  }

  private func begin(_ member: ArgumentMember, in members: ArgumentTable) -> MemberStep {
    // The whole record may have changed since the member was made.
    member.record.takeSettings(of: record.object)
    return .build(member, in: members)
  }

  /// Ends the work that `member` began.
  func end(_ member: ArgumentMember, in members: ArgumentTable?) {
    // The cycle refers to the record until its end, even if the record is unreachable.
    guard let members else { return Reclamation.retire(member) }
    let givenUp = members.endBuild(of: member)
    if !givenUp.isEmpty { member.record.owner.end(givenUp) }
  }

  /// The same request for the record of a member.
  func with(_ member: ArgumentMember) -> Request {
    with(member.record.mode, record: Borrowed(member.record))
  }

  /// Stops the program if the arguments can never be found again; a default scope does not know this before.
  private func checkArguments() {
    let record = record.object
    record.checkArguments(for: record.settings.scope)
  }
}
