/// One instance for each container that is asked.
///
/// The registry that is asked has a further record for the one that was registered, and the request goes on with that, as in container
/// scope.
extension Request {
  @inline(never)
  func resolveScoped() -> Outcome {
    let registry = builder.object
    guard let member = registry.scopedRecord(for: record) else {
      return with(record.read { $0.presentMode }).resolveOutOfLine()
    }
    // What gets it is this container's: a parent must not share it.
    if registry.depth > 0 { thread.noteDepth(registry.depth) }
    let request = with(member.mode, record: Borrowed(member))
    if let shared = member.shared, shared.read({ $0.copy(to: slot) }).isSuccess {
      if shared.read({ $0.needs != nil }) { thread.noteNeed(shared.read { $0.number }) }
      return .reusedFromContainer
    }
    return request.resolveKept()
  }
}
