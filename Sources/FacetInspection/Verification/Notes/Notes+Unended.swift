extension Notes {
  /// What a check built and could not end.
  func unended(_ all: [Int]) -> [String] {
    let unended = all.filter { index in
      let record = findings.entries[index].record
      return !findings.isAwaited && record.outlivesCycle && findings.builds[index]?.isObject != nil
        && findings.builds[index]?.isGiven == false
        && record.settings.disposers.contains { !$0.canRunHere }
    }
    if unended.isEmpty { return [] }
    return [
      "This check built \(text(unended)), and did not run what onClose awaits: verifyAsync() does."
    ]
  }
}
