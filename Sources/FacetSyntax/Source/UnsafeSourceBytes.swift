/// The bytes of one file, followed by zeroes, so that a look ahead of a few bytes needs no bounds check.
///
/// Invariant: `start` points at `count + padding` initialized bytes for as long as the object lives, and the
/// padding is zero. Whoever keeps the pointer keeps the object. Nothing is written after `init`, so that any thread may
/// read.
package final class UnsafeSourceBytes: @unchecked Sendable {
  package static let padding = 8

  package let start: UnsafePointer<UInt8>
  package let count: Int

  /// Makes room for `capacity` bytes and lets `fill` write them.
  ///
  /// - Parameters:
  ///   - capacity: The largest number of bytes that `fill` may write.
  ///   - fill: Receives the room and returns how many bytes it wrote.
  package init(capacity: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.padding)
    room.initialize(repeating: 0, count: capacity + Self.padding)
    let written = fill(UnsafeMutableBufferPointer(start: room, count: capacity))
    precondition(written >= 0 && written <= capacity, "More bytes were written than there was room for.")
    start = UnsafePointer(room)
    count = written
  }

  deinit { start.deallocate() }

  /// Whether the word stands at a place; behind the last byte, zeroes differ from all words of up to eight.
  package func hold(_ word: StaticString, at offset: Int) -> Bool {
    var index = 0
    while index < word.utf8CodeUnitCount {
      if start[offset + index] != word.utf8Start[index] { return false }
      index += 1
    }
    return true
  }
}
