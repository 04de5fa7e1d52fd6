import Facet
import Foundation
import Synchronization

/// Runs `body` on `count` threads at the same time, and waits for all of them.
///
/// The threads start together, so that what they do first overlaps.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = DispatchSemaphore(value: 0)
  let group = DispatchGroup()
  let ready = DispatchGroup()
  for index in 0..<count {
    group.enter()
    ready.enter()
    let thread = Thread {
      ready.leave()
      start.wait()
      body(index)
      group.leave()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
  ready.wait()
  for _ in 0..<count { start.signal() }
  group.wait()
}

/// Resolves on another thread; `nil` if that takes for ever.
func resolveOnOtherThread<Service: Sendable>(_ type: Service.Type, from container: Container) -> Service? {
  let seen = Collected<Service>()
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    if let service = container.resolve(type) { seen.append(service) }
    isDone.signal()
  }
  guard isDone.wait(timeout: .now() + 20) == .success else { return nil }
  return seen.all.first
}

/// A number that several threads change.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  var value: Int { number.load(ordering: .sequentiallyConsistent) }

  func increment() {
    number.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }
}

/// A cheap generator that gives each thread a sequence of its own, the same in every run.
struct Sequence32 {
  private var state: UInt32

  init(_ seed: Int) {
    state = UInt32(truncatingIfNeeded: seed) &* 2_654_435_769 | 1
  }

  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Int(state % UInt32(bound))
  }
}

/// What several threads collect.
///
/// Behind a lock that ThreadSanitizer sees through, unlike `Mutex` on Linux.
final class Collected<Element>: @unchecked Sendable {
  // Unchecked: `elements` is touched under the lock alone.
  private let lock = NSLock()
  private var elements: [Element] = []

  var all: [Element] { lock.withLock { elements } }

  func append(_ element: Element) {
    lock.withLock { elements.append(element) }
  }
}
