/// What the factory of a build resolves by.
extension AsyncBuild: Resolver {
  @usableFromInline
  var backing: ResolverBacking { ResolverBacking(registry: nil, build: .passUnretained(self)) }

  /// What a resolver without a container is asked for.
  ///
  /// Facet asks `backing` instead. A resolver of the user's around this one may call it.
  @usableFromInline
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    try require(serviceType, name: name, arguments: repeat each arguments)
  }

  /// Why nothing is found for a key, with the chain as the path to it.
  func missing(_ key: ServiceKey) -> ResolutionError {
    joined { thread in registry.missing(key, thread) }
  }

  /// Runs synchronous code as a part of the cycle, with the chain as its path.
  @_optimize(speed)
  func joined<Result>(_ body: (ThreadState.Pointer) throws -> Result) rethrows -> Result {
    let thread = ThreadState.current
    guard let cycle, thread.pointee.cycleIdentifier !== cycle.identifier else { return try body(thread) }
    // Looked at when the block's part of the cycle ends.
    let wasOutside = thread.pointee.isOutsideOfKept
    defer { thread.pointee.isOutsideOfKept = wasOutside }
    return try thread.withCycle(cycle.identifier, asking: registry) {
      let around = enterChain(on: thread)
      defer { leave(around, on: thread) }
      return try body(thread)
    }
  }

  // Out of line, for the code above is there once for each body.

  /// Pushes the frames of all builds of the chain that run, and gives those around this one, the innermost first.
  @inline(never)
  @_optimize(speed)
  private func enterChain(on thread: ThreadState.Pointer) -> [AsyncBuild] {
    let around = around.filter { !$0.isOver }
    for build in around.reversed() { thread.enter(build) }
    thread.enter(self)
    thread.pointee.isOutsideOfKept = !isKept && !around.contains { $0.isKept }
    return around
  }

  @inline(never)
  @_optimize(speed)
  private func leave(_ around: [AsyncBuild], on thread: ThreadState.Pointer) {
    thread.leave(self)
    for build in around { thread.leave(build) }
  }
}

extension ThreadState.Pointer {
  /// Pushes the frame of a build, and lets what it shares be found.
  @_optimize(speed)
  fileprivate func enter(_ build: AsyncBuild) {
    let scope = build.frameScope
    pointee.push(
      Frame(
        registration: .passUnretained(build.registration), entry: Frame.noEntry,
        cycleNumber: pointee.cycleNumber, phase: build.halfBuilt == nil ? .building : .completing,
        scope: scope))
    countFrame(scope, by: 1)
    guard scope != .transient, let instance = build.halfBuilt else { return }
    // Of graph scope it is found among the survivors of the cycle.
    let (record, builder) = (Unmanaged.passUnretained(build.record), Unmanaged.passUnretained(build.builder))
    let index = pointee.cycle.append(record, builder, nil, build.scope, Cycle.hash(record, builder))
    pointee.cycle.hold(instance, at: index)
    pointee.cycle.entry(index).pointee.publication = build.record.resetCount
  }

  @_optimize(speed)
  fileprivate func leave(_ build: AsyncBuild) {
    countFrame(build.frameScope, by: -1)
    pointee.pop()
  }
}

extension AsyncBuild {
  var outlivesCycle: Bool { frameScope != .transient }

  /// Whether the container keeps the instance.
  var isKept: Bool { outlivesCycle && frameScope != .weak }
}
