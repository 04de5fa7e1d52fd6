import FacetTestSupport
import Testing

@testable import Facet

/// What is known of the stack of a thread.
@Suite(.offPool, .timeLimit(.minutes(5))) struct StackTests {
  /// How the stack of the calling thread looks from here.
  private struct View: Equatable {
    var isHereKnown: Bool
    var isHeapKnown: Bool
    var isNearEnd: Bool

    static let top = View(isHereKnown: true, isHeapKnown: false, isNearEnd: false)

    static var current: View {
      let stack = Stack.current
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
      defer { memory.deallocate() }
      // As a resolve asks: by the place of its slot.
      let isHereKnown = Slot.with(Int.self) { stack.isKnownToHaveRoom(at: $0.position) }
      return View(
        isHereKnown: isHereKnown, isHeapKnown: stack.isKnownToHaveRoom(at: UInt(bitPattern: memory)),
        isNearEnd: stack.isNearEnd())
    }
  }

  @MainActor @Test func `the main thread is away from the end of its stack`() {
    #expect(View.current == .top)
  }

  @Test(arguments: [512 << 10, 1 << 20, 8 << 20])
  func `another thread begins away from the end of its stack`(size: Int) {
    #expect(ThreadRun(stackSize: size) { View.current }.result == .top)
  }

  @Test(arguments: [512 << 10, 8 << 20])
  func `a recursion is near the end before it is there, and again away from it afterwards`(size: Int) {
    let isAwayAgain = ThreadRun(stackSize: size) {
      let stack = Stack.current
      return Self.descend(stack) > 10 && !stack.isNearEnd()
    }
    #expect(isAwayAgain.result == true)
  }

  /// How many calls fit on the stack; each uses its memory after the next one, too.
  @inline(never) private static func descend(_ stack: Stack) -> Int {
    guard !stack.isNearEnd() else { return 0 }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 128) { memory in
      for index in memory.indices { memory[index] = stack.isNearEnd() ? index : 1 }
      let depth = descend(stack)
      return depth + (memory.allSatisfy { $0 == 1 } ? 1 : 0)
    }
  }

  @Test func `the stack of one thread is not that of another`() {
    let other = ThreadRun { UncheckedBox(Stack.current) }.result
    let isAway = Slot.with(Int.self) { other?.value.isKnownToHaveRoom(at: $0.position) }
    #expect(isAway == false)
    #expect(other?.value.isNearEnd() == false)
  }

  @Test func `a stack of which nothing is known has no end`() {
    #expect(!Stack.unknown.isNearEnd())
    #expect(Slot.with(Int.self) { Stack.unknown.isKnownToHaveRoom(at: $0.position) })
  }
}
