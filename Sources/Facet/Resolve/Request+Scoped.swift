/// One instance for each asked container.
///
/// The asked registry has its own record for the registered one. The request goes on with that record, as in container scope.
extension Request {
  @inline(never)
  func resolveScoped() -> Outcome {
    let registry = builder.object
    guard let member = registry.scopedRecord(for: record) else {
      return with(record.read { $0.presentMode }).resolveOutOfLine()
    }
    // Services that get the instance belong to this container: a parent must not share them.
    if registry.depth > 0 { thread.noteDepth(registry.depth) }
    let request = with(member.mode, record: Borrowed(member))
    if let shared = member.shared, shared.read({ $0.copy(to: slot) }).isSuccess {
      if shared.read({ $0.needs != nil }) { thread.noteNeed(shared.read { $0.number }) }
      return .reusedFromContainer
    }
    return request.resolveKept()
  }
}
