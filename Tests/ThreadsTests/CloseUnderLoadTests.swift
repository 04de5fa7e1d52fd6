import Facet
import FacetTestSupport
import Foundation
import Testing

/// Containers that are closed while others resolve.
@Suite(.timeLimit(.minutes(20))) struct CloseUnderLoadTests {
  private final class Part: Sendable {
    let number: Int
    private let isCompleted = Locked<Bool>(false)
    private let disposals = Locked<Int>(0)

    init(_ number: Int) { self.number = number }

    func complete() { isCompleted.exchange(true) }
    var wasCompleted: Bool { isCompleted.value }
    /// How often it was disposed of before.
    func dispose() -> Int { disposals.add(1) }
  }

  /// What one container disposed of.
  private final class Disposals: Sendable {
    private let last = Locked<Int>(.max)
    private let mistakes = Locked<Int>(0)
    private let count = Locked<Int>(0)
    /// The thread that closes.
    private let closer = ObjectIdentifier(Thread.current)

    func note(_ part: Part) {
      // What is built too late ends at once, on the thread that has built it.
      guard ObjectIdentifier(Thread.current) == closer else {
        if !part.wasCompleted || part.dispose() > 0 { mistakes.add(1) }
        return
      }
      // Each part needs the one before: so a later one was made later, and none is left out.
      let last = last.exchange(part.number)
      let isInOrder = last == .max || part.number == last - 1
      if !isInOrder || !part.wasCompleted || part.dispose() > 0 {
        mistakes.add(1)
      }
      count.add(1)
    }

    var mistakeCount: Int { mistakes.value }
    /// Whether the first part, on which all stand, was the last; or there was none.
    var isWhole: Bool { [0, .max].contains(last.value) }
    var partCount: Int { count.value }
  }

  private static func makeContainer(parts: Int, _ disposals: Disposals) -> Container {
    let container = Container()
    container.failureHandler = { _ in }
    for number in 0..<parts {
      container.register(Part.self, name: "\(number)") { r in
        if number > 0 { _ = try r.require(Part.self, name: "\(number - 1)") }
        return Part(number)
      }.inObjectScope(.container)
        .initCompleted { _, part in part.complete() }
        .onClose { part in disposals.note(part) }
    }
    return container
  }

  @Test func `every part is disposed of once, complete, in order`() throws {
    #if DEBUG
      let containers = 50
    #else
      let containers = 1_000
    #endif
    let parts = 100
    // The container of the round, of which each thread takes the current one.
    let (current, ended) = (Locked<Container?>(nil), Locked(false))
    let threads = (0..<4).map { thread in
      ThreadRun {
        var turn = thread
        while !ended.value {
          turn += 37
          // The other tests of the process have to get on, too.
          if turn.isMultiple(of: 50) { Thread.sleep(forTimeInterval: 0.000_1) }
          _ = current.value?.resolve(Part.self, name: "\(turn % parts)")
        }
        return true
      }
    }
    var seen = 0
    for number in 0..<containers {
      let disposals = Disposals()
      let container = Self.makeContainer(parts: parts, disposals)
      current.exchange(container)
      // Some are closed at once, others when most is built.
      if number.isMultiple(of: 2) { _ = container.resolve(Part.self, name: "\(number % parts)") }
      try container.close()
      #expect(disposals.mistakeCount == 0)
      #expect(disposals.isWhole)
      seen += disposals.partCount
    }
    ended.exchange(true)
    for thread in threads { #expect(thread.result == true) }
    #expect(seen > 0)
  }

  /// Closes another container when it goes.
  private final class Guest: Sendable {
    deinit { #expect(throws: Never.self) { try Container().close() } }
  }

  @Test func `a child that goes while its parent closes takes its guests along outside of all locks`() {
    for _ in 0..<20 {
      let parent = Container()
      parent.failureHandler = { _ in }
      // So that the close takes its time.
      let children = (0..<2_000).map { _ in Container(parent: parent) }
      concurrently(2) { number in
        if number == 0 {
          #expect(throws: Never.self) { try parent.close() }
          return
        }
        while !parent.isClosed {
          let child = Container(parent: parent)
          let guest = Guest()
          child.register(Int.self) { _ in withExtendedLifetime(guest) { 1 } }
        }
      }
      withExtendedLifetime(children) {}
    }
  }
}
