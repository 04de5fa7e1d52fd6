extension Registry {
  /// The draft of the calling thread.
  ///
  /// Rare: a flag says whether there may be one.
  @inline(never)
  var draft: Draft? { Resolution.current.state.drafts.last { $0.registry === self } }

  /// Runs `body`, and shows others all that it has registered in one step, when it has returned; nothing if it throws.
  func registerAtomically<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    if flags.has(.drafted), draft != nil { return try body() }
    let (thread, draft) = (Resolution.current, Draft(of: self))
    thread.state.drafts.append(draft)
    changeParticulars { own in
      own.drafts += 1
      flags.set(.drafted)
    }
    do throws(Failure) { try body() } catch {
      leave(draft)
      giveUp(draft.table.all)
      throw error
    }
    // First: code that runs while it is shown registers with the container.
    leave(draft)
    show(draft)
    for call in draft.afterwards { call() }
  }
  private func leave(_ draft: Draft) {
    Resolution.current.state.drafts.removeAll { $0 === draft }
    changeParticulars { own in
      own.drafts -= 1
      if own.drafts == 0 { flags.clear(.drafted) }
    }
  }
  private func show(_ draft: Draft) {
    let new = draft.table.all.inOrder { $0.order }
    // Released outside the lock.
    var plain: [Configuration] = []
    defer { withExtendedLifetime(plain) {} }
    let old = contents.withLock { contents -> [Registration]? in
      if contents.isClosed { return nil }
      for one in new {
        make(one.key, &contents)
        // A decorator that was declared meanwhile did not see these.
        if flags.has(.decorations), !one.isForward {
          plain += [one.record.decorate(&contents)].compactMap(\.self)
        }
      }
      if contents.table.count == 0 {
        contents.masterCopy = nil
        contents.table = draft.table
        return []
      }
      contents.table.reserve(new.count)
      return new.compactMap { contents.insert($0, isCopy: false) }
    }
    if let old {
      for one in new where one.isForward { checkForward(one) }
      return giveUp(old)
    }
    giveUp(new)
    for registration in new { reportClosed(registration.key) }
  }

  /// Adds a registration to the draft of the thread; returns false if it has none.
  func addToDraft(_ new: Registration) -> Bool {
    guard flags.has(.drafted), let draft else { return false }
    new.record.withLock { $0.keys += 1 }
    if !new.isForward { decorate(new.record) }
    if let old = draft.insert(new) { giveUp([old]) }
    return true
  }
  func removeFromDraft(_ key: ServiceKey) -> Registration? {
    flags.has(.drafted) ? draft?.remove(key) : nil
  }
}
