/// Going on where the stack of the thread comes to its end.
extension Request {
  /// Runs the factory, on a larger stack if this one is nearly used up.
  ///
  /// For a large result, which is on the heap, that is still to be seen.
  @inline(never)
  func runFactoryAwayFromEnd() -> Bool {
    guard resolution.pointee.stack.isNearEnd() else { return runFactory() }
    guard resolution.pointee.stackNumber == 0 else {
      let key = registration.takeUnretainedValue().key
      let location = record.takeUnretainedValue().location
      let error = ResolutionError(.tooDeep, key: key, path: resolution.pointee.path, location: location)
      resolution.pointee.pop()
      return fail(with: error)
    }
    let (stack, resolution) = (resolution.pointee.stack, self.resolution)
    let mainContainer = TaskContext.mainContainer
    var isBuilt = false
    let isRun = Stack.runOnLargeStack {
      // The other thread stands in for this one, which waits: the state of the resolve goes with it.
      Resolution.local.pointer = UnsafeMutableRawPointer(resolution)
      resolution.pointee.stack = Stack.current
      resolution.pointee.stackNumber = 1
      isBuilt = TaskContext.$mainContainer.withValue(mainContainer) { runFactory() }
      resolution.pointee.stackNumber = 0
      resolution.pointee.stack = stack
      Resolution.local.pointer = nil
    }
    return isRun ? isBuilt : runFactory()
  }
}

/// What a stand-in thread takes over from the task of the one that waits.
///
/// Other task-local values, and the isolation to an actor, belong to the thread and cannot be taken along.
enum TaskContext {
  /// The container that replaces the main one.
  @TaskLocal static var mainContainer: (any AnyObject & Sendable)?
}
