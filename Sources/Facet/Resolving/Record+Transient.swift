extension Record {
  /// Builds a service for who asked, and for nobody else.
  func transient(
    _ found: Found, _ asked: Container, _ thread: Resolution, _ arguments: Arguments, _ slot: Slot?
  ) throws(ResolutionError) -> Instance? {
    while true {
      try begin(found, thread, arguments)
      do {
        // Completions need a box.
        let place = found.mode.isCompleted ? nil : slot
        let instance =
          found.mode.isSpecial
          ? try makeSpecial(found.mode, asked, arguments, place) : try recipe.factory(asked, arguments, place)
        guard found.mode.isCompleted else {
          thread.end()
          return instance
        }
        thread.beginCompletions(isUnseen: true)
        try complete(instance!, asked, arguments)
        if thread.finish() { return instance }
      } catch {
        throw thread.fail(error)
      }
      try checkOpen(thread)
    }
  }
  @inline(never)
  private func begin(_ found: Found, _ thread: Resolution, _ arguments: Arguments) throws(ResolutionError) {
    let hash = thread.isNested ? arguments.hash(key.signature) : 0
    try thread.checkLoop(found, self, arguments, hash)
    try thread.begin(
      Frame(Borrowed(found.registration), Borrowed(self), found.builder, arguments, hash: hash))
  }
}
