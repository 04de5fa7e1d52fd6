import Synchronization

/// The first members of the chains; a member in a chain counts as one reference to it.
final class ArgumentChains: @unchecked Sendable {
  // Unchecked: a block of atomics.
  let capacity: Int
  private let cells: UnsafeMutablePointer<Atomic<UInt>>

  /// Makes empty chains, as many as a power of two.
  init(capacity: Int) {
    self.capacity = capacity
    cells = .allocate(capacity: capacity)
    for index in 0..<capacity { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: capacity)
    cells.deallocate()
  }

  @inline(__always)
  static func member(_ word: UInt) -> Unmanaged<ArgumentMember>? {
    UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }
  }

  @inline(__always)
  func index(_ hash: UInt) -> Int { Int(truncatingIfNeeded: hash & UInt(capacity &- 1)) }

  @inline(__always)
  func first(_ hash: UInt) -> Unmanaged<ArgumentMember>? {
    ArgumentChains.member(cells[index(hash)].load(ordering: .sequentiallyConsistent))
  }

  // MARK: Writers

  /// Takes over a reference to the member.
  func prepend(_ member: Unmanaged<ArgumentMember>) {
    member._withUnsafeGuaranteedRef { reference in
      let index = index(reference.hash)
      assert(first(reference.hash).map { $0.takeUnretainedValue().number < reference.number } ?? true)
      reference.next.store(cells[index].load(ordering: .relaxed), ordering: .sequentiallyConsistent)
      cells[index].store(UInt(bitPattern: member.toOpaque()), ordering: .sequentiallyConsistent)
    }
  }

  /// Takes members out of a chain, and hands their references over.
  func remove(where isIncluded: (ArgumentMember) -> Bool, at index: Int) -> [ArgumentMember] {
    var removed: [ArgumentMember] = []
    var previous: ArgumentMember?
    var word = cells[index].load(ordering: .relaxed)
    while let found = ArgumentChains.member(word) {
      let member = found.takeUnretainedValue()
      word = member.next.load(ordering: .relaxed)
      guard isIncluded(member) else {
        previous = member
        continue
      }
      if let previous {
        previous.next.store(word, ordering: .sequentiallyConsistent)
      } else {
        cells[index].store(word, ordering: .sequentiallyConsistent)
      }
      removed.append(found.takeRetainedValue())
    }
    return removed
  }

  /// Calls `body` for each member, whose reference it may give up.
  func forEach(_ body: (Unmanaged<ArgumentMember>) -> Void) {
    for index in 0..<capacity {
      var word = cells[index].load(ordering: .relaxed)
      while let member = ArgumentChains.member(word) {
        word = member._withUnsafeGuaranteedRef { $0.next.load(ordering: .relaxed) }
        body(member)
      }
    }
  }
}
