/// The steps that all scopes have in common.
extension Request {
  /// The same request, served by the container that owns the record: what outlives the cycle must not be built
  /// with services of a child.
  var servedByOwner: Request {
    let owner = record._withUnsafeGuaranteedRef { unsafeDowncast($0.owner, to: Registry.self) }
    return Request(
      registration: registration, record: record, mode: mode,
      server: .passUnretained(owner), arguments: arguments, result: result, resolution: resolution)
  }

  /// The same request in the default scope.
  var inGraphScope: Request {
    Request(
      registration: registration, record: record,
      mode: .init(kind: .graph, hasCompletions: mode.hasCompletions), server: server,
      arguments: arguments, result: result, resolution: resolution)
  }

  /// What the cycle knows of the service.
  @inline(__always)
  func find(_ arguments: UnsafeRawPointer?) -> Int? {
    if let known = resolution.pointee.cycle.find(record, server, arguments, mode.scope) { return known }
    guard mode.isScope(.graph), resolution.pointee.cycleIdentifier != nil else { return nil }
    return resolution.adoptSurvivor(
      record.takeUnretainedValue(), server.takeUnretainedValue(), arguments)
  }

  /// Runs the factory in a frame of its own, which stays if that succeeds.
  @inline(__always)
  func runFactory(_ index: Int) -> Bool {
    resolution.pointee.push(
      Frame(
        registration: registration, entry: index, cycleNumber: resolution.pointee.cycleNumber,
        isShared: !mode.isBuiltInCycle))
    // As in `Registry.buildInCycle`.
    return resolution.pointee.stack.isAwayFromEnd(result) ? runFactory() : runFactoryAwayFromEnd()
  }

  @inline(__always)
  func runFactory() -> Bool {
    do {
      try record._withUnsafeGuaranteedRef { record in
        try record.build(server._withUnsafeGuaranteedRef { $0.resolver }, arguments, result)
      }
      return true
    } catch {
      noteFailure(error)
      return false
    }
  }

  /// Leaves the frame of a factory that threw.
  func noteFailure(_ error: any Error) {
    let reason = failure(error)
    resolution.pointee.pop()
    resolution.pointee.error = reason
  }

  /// Runs the record's completions on the result, in the frame of the service.
  @inline(never)
  func complete(_ index: Int) {
    resolution.pointee.frame(resolution.pointee.frameCount - 1).pointee.phase = .completing
    let resolver = server._withUnsafeGuaranteedRef { $0.resolver }
    for completion in configuration.completions {
      completion(resolver, result)
    }
  }

  /// Copies the instance that the cycle has to the result; false if it is still being built.
  func copyInstance(_ index: Int) -> Bool {
    let entry = resolution.pointee.cycle.entry(index)
    switch entry.pointee.content {
    case .reference:
      let size = record._withUnsafeGuaranteedRef { $0.size }
      ReferenceWords.copy(from: Cycle.words(entry), to: result, size: size)
      return true
    case .instance:
      return entry.pointee.instance._withUnsafeGuaranteedRef { instance in
        instance.copyStorage(to: result)
        return true
      }
    case .building, .dead, .stored:
      return false
    }
  }

  /// Ends a build whose factory led to a second one of the same service, over an `initCompleted`: that one counts.
  @inline(never)
  func takeInstance(_ index: Int) -> Bool {
    OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: result)
    resolution.pointee.pop()
    return copyInstance(index)
  }

  /// Whether a block that joined another cycle is asked for what is being built around it.
  var isBuiltInSuspendedCycle: Bool {
    resolution.pointee.suspended.indices.contains { number in
      guard let cycle = resolution.pointee.suspended[number]?.cycle,
        let index = cycle.find(record, server, arguments, mode.scope)
      else { return false }
      return resolution.hasFrame(of: index, in: number) { $0 == .building }
    }
  }

  // MARK: - Failing

  func fail(with error: ResolutionError) -> Bool {
    resolution.pointee.error = error
    return false
  }

  func loop(otherPath: [ServiceKey] = []) -> ResolutionError {
    let key = registration.takeUnretainedValue().key
    return ResolutionError(
      .loop, key: key, path: resolution.pointee.path + [key], otherPath: otherPath,
      location: record.takeUnretainedValue().location)
  }

  /// What a factory threw, with its place.
  ///
  /// The reason why a dependency is missing needs no second one.
  private func failure(_ error: any Error) -> ResolutionError {
    if let error = error as? ResolutionError { return error }
    return ResolutionError(
      .factoryFailed, key: registration.takeUnretainedValue().key, path: resolution.pointee.path,
      location: record.takeUnretainedValue().location, underlyingError: error)
  }
}

extension Resolution.Pointer {
  /// Whether a service of a cycle is being built or completed.
  func hasFrame(
    of entry: Int, in cycleNumber: Int, where isIncluded: (Frame.Phase) -> Bool = { _ in true }
  ) -> Bool {
    (0..<pointee.frameCount).contains { number in
      let frame = pointee.frame(number).pointee
      return frame.entry == entry && frame.cycleNumber == cycleNumber && isIncluded(frame.phase)
    }
  }

  /// Whether a service that is being built may be built a second time within that.
  ///
  /// It may where an `initCompleted` lies between: the service completed there is found from now on, so that the second
  /// build takes another way than the first. Without one, the factories need one another, and would for ever.
  func mayBuildAgain(_ index: Int) -> Bool {
    var number = pointee.frameCount - 1
    while number >= 0 {
      let frame = pointee.frame(number).pointee
      if frame.cycleNumber == pointee.cycleNumber {
        if frame.entry == index { return false }
        if frame.phase == .completing, pointee.cycle.entry(frame.entry).pointee.content != .building {
          return true
        }
      }
      number -= 1
    }
    return false
  }
}
