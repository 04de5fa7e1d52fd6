extension Scenario {
  /// All scenarios in the order in which they are printed.
  static var all: [Scenario] {
    [
      transientLeaf, resolutionCycle, arguments, forwardedWithArgument, sharedInstance, weakInstance,
      childDepth,
      registrySize, graph, registration, bytesPerEntry, twoThreads, writerAndReader,
    ].flatMap(\.self)
  }
}
