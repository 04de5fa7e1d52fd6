import Synchronization

/// Numbers that tell which of two shared instances was made first.
enum CreationNumber {
  private static let counter = Atomic<Int>(0)

  static func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The number of the instance that was made last.
  static var last: Int { counter.load(ordering: .relaxed) }
}
