import Facet
import FacetTestSupport
import Foundation
import Testing

/// Containers that are closed while others resolve.
@Suite(.timeLimit(.minutes(20))) struct CloseUnderLoadTests {
  private final class Part: Sendable {
    let number: Int
    let isCompleted = Locked(false)
    let ends = Counter()
    init(_ number: Int) { self.number = number }
  }

  /// The end of a part.
  private struct End: Sendable {
    let number: Int
    /// Whether the part was complete, and had not ended before.
    let isOrderly: Bool
    /// What is built too late ends at once, on the thread that has built it.
    let isOfCloser: Bool
  }

  /// Each part needs the one before.
  private static func makeContainer(parts: Int, _ ends: Recorder<End>) -> Container {
    let (container, closer) = (Container(), ObjectIdentifier(Thread.current))
    container.failureHandler = { _ in }
    for number in 0..<parts {
      container.register(Part.self, name: "\(number)") { r in
        if number > 0 { _ = try r.require(Part.self, name: "\(number - 1)") }
        return Part(number)
      }.inObjectScope(.container)
        .initCompleted { _, part in part.isCompleted.exchange(true) }
        .onClose { part in
          let isOrderly = part.isCompleted.value && part.ends.next() == 1
          let isOfCloser = ObjectIdentifier(Thread.current) == closer
          ends.add(End(number: part.number, isOrderly: isOrderly, isOfCloser: isOfCloser))
        }
    }
    return container
  }

  @Test func `every part is disposed of once, complete, in order`() throws {
    let (containers, parts) = (50, 100)
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
    let recorders = (0..<containers).map { _ in Recorder<End>() }
    for (number, ends) in recorders.enumerated() {
      let container = Self.makeContainer(parts: parts, ends)
      current.exchange(container)
      // Some are closed at once, others when most is built.
      if number.isMultiple(of: 2) { _ = container.resolve(Part.self, name: "\(number % parts)") }
      try container.close()
    }
    ended.exchange(true)
    for thread in threads { #expect(thread.result == true) }
    for ends in recorders.map(\.all) {
      #expect(ends.allSatisfy { $0.isOrderly })
      // A later one was made later, and none is left out.
      let order = ends.filter(\.isOfCloser).map(\.number)
      #expect(order == (0..<order.count).reversed())
    }
    #expect(recorders.contains { !$0.all.isEmpty })
  }

  /// Closes another container when it goes.
  private final class Guest: Sendable {
    deinit { #expect(throws: Never.self) { try Container().close() } }
  }

  @Test func `a child that goes while its parent closes takes its guests along outside of all locks`() {
    for _ in 0..<5 {
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
