/// The resolver that the factory of a build receives.
extension AwaitedBuild: Resolver {
  /// The requirement of `Resolver`; a user's own resolver around this one may call it.
  @usableFromInline
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    try require(serviceType, name: name, arguments: repeat each arguments)
  }

  /// Runs synchronous code as a part of the cycle, with the chain as its path.
  func joined<Result, Failure: Error>(_ body: (Thread) throws(Failure) -> Result) throws(Failure) -> Result {
    let thread = Thread.current
    guard let cycle, thread.state.cycleIdentifier !== cycle.identifier else { return try body(thread) }
    return try thread.withCycle(cycle.identifier, asking: registry) { () throws(Failure) -> Result in
      let running = chain.filter { !$0.isOver }
      thread.enter(running)
      defer { thread.leave(running) }
      return try body(thread)
    }
  }

  /// The same for code that is not a part of this build, but of the enclosing one.
  func joinedAround<Result, Failure: Error>(_ body: (Thread) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    func run(_ thread: Thread) throws(Failure) -> Result {
      guard let usedLazy else { return try body(thread) }
      let around = thread.beginUse(of: usedLazy)
      defer { thread.endUse(around) }
      return try body(thread)
    }
    if let parent, !parent.isOver { return try parent.joined(run) }
    let thread = Thread.current
    // In graph scope, the parts of the build must find it.
    guard let cycle = startedCycle else {
      return try thread.inOneCycle(asking: registry) { () throws(Failure) -> Result in try run(thread) }
    }
    return try thread.withCycle(cycle.identifier, asking: registry) { () throws(Failure) -> Result in
      try run(thread)
    }
  }
}

extension Thread {
  /// Pushes the frames of builds, given from the innermost outwards.
  fileprivate func enter(_ builds: [AwaitedBuild]) {
    for build in builds.reversed() {
      state.frames.append(
        Frame(
          registration: Borrowed(build.registration), record: Borrowed(build.record),
          builder: Borrowed(build.builder), entry: Frame.noEntry,
          cycleNumber: state.cycleNumber, scope: build.frameScope))
      countFrame(build.frameScope, by: 1)
    }
  }

  fileprivate func leave(_ builds: [AwaitedBuild]) {
    for build in builds {
      countFrame(build.frameScope, by: -1)
      pop()
    }
  }
}
