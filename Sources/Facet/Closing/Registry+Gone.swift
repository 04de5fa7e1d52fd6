extension Registry {
  /// The container is gone: its instances are released, and nothing ends, which is said if some have actions for that.
  ///
  /// A close that goes on holds what it was told to end, also where the container is gone meanwhile.
  func containerIsGone() {
    let hasNothing = contents.withLock { contents in
      contents.isGone = true
      guard contents.isEmpty, !hasChildren else { return false }
      (contents.isClosed, contents.isEmptied) = (true, true)
      return true
    }
    if hasNothing { return leaveParent() }
    let isClosing = line.contains(where: \.isClosed)
    // Released outside the lock.
    var left = (
      taken: Taken(), table: Table(), unmade: Unmade?.none, callbacks: ([any Behavior](), [Decorator]())
    )
    let isEmptied = contents.withLock { contents in
      if isClosing, !contents.isEmptied { return false }
      (contents.isClosed, contents.masterCopy) = (true, nil)
      left.taken = take(&contents)
      swap(&left.table, &contents.table)
      swap(&left.unmade, &contents.unmade)
      left.callbacks = contents.takeCallbacks()
      return true
    }
    guard isEmptied else { return }
    // Tests drop copies.
    if !flags.has(.copy) { reportUnended(left.taken.lives.filter(\.hasActions).inEndOrder) }
    left.taken.lives.release()
    leaveParent()
    // Instances of a parent end there.
    giveUp(left.table.all.filter { $0.record.owner !== self })
  }
  private func reportUnended(_ lives: [Life]) {
    guard let first = lives.first else { return }
    report(
      ResolutionError(
        .endFailed, [], PathStep(first.record),
        with: ResolutionError.Extras(unended: (lives.count, isOfChild: parent != nil))))
  }
  func leaveParent() {
    _ = parent?.contents.withFirstLock { _, children in children.remove(number) }
  }
}

extension Registry.Contents {
  fileprivate var isEmpty: Bool {
    table.isEmpty && unmade == nil && ledger.isEmpty && homes.isEmpty && stored.isEmpty && !hasParticulars
  }
}
