/// Finds the member that was not used for the longest time.
///
/// A heap by the times at which the members were last looked at. A use only sets the time of a member, so it takes no lock. The
/// top has the oldest noted time. If it was used since, it sinks to its new place. If not, it is the oldest.
struct UseOrder {
  private typealias Entry = (time: Int, member: ArgumentMember)

  private var heap: [Entry] = []

  /// Adds a member that is not in the order.
  mutating func insert(_ member: ArgumentMember) {
    member.isInOrder = true
    heap.append((member.lastUse.load(ordering: .relaxed), member))
    rise(heap.count - 1)
  }

  /// Takes out the least recently used one.
  mutating func takeOldest() -> ArgumentMember? {
    while let top = heap.first {
      let time = top.member.lastUse.load(ordering: .relaxed)
      if time == top.time {
        removeTop()
        top.member.isInOrder = false
        return top.member
      }
      heap[0].time = time
      sink(0)
    }
    return nil
  }

  /// Forgets the members that the table has no more.
  mutating func removeRemoved() {
    for entry in heap where entry.member.isRemoved.load(ordering: .relaxed) { entry.member.isInOrder = false }
    heap.removeAll { !$0.member.isInOrder }
    for index in stride(from: heap.count / 2, through: 0, by: -1) where index < heap.count { sink(index) }
  }

  private mutating func removeTop() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    sink(0)
  }

  private mutating func rise(_ start: Int) {
    var index = start
    while index > 0, heap[index].time < heap[(index - 1) / 2].time {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].time < heap[least].time {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
