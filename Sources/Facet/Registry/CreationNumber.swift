import Synchronization

/// Numbers that tell which of two shared instances was made first.
enum CreationNumber {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
