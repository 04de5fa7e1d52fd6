/// The order in which instances end: an instance ends before those that it received.
///
/// If nothing is known, and in a circle, the given order counts.
struct EndOrder {
  /// One instance: one to end, or one that stays and leads to another.
  private struct Item {
    let numbers: [Int]
    let needs: Set<Int>
    let disposal: Disposal?
  }

  /// An instance that stays, by its numbers.
  typealias Other = (numbers: [Int], needs: Set<Int>)

  private let all: [Item]
  /// For each item, the places of the items that end before it.
  private var users: [[Int]]

  // The state of each item during the search for circles.
  private var numbers: [Int]
  private var lowest: [Int]
  private var open: [Int] = []
  private var sorted: [Disposal] = []

  /// Sorts the disposals; `others` returns the instances that stay.
  static func sorted(
    _ all: [Disposal], among others: () -> [Other] = { [] }
  ) -> [Disposal] {
    guard all.count > 1, all.contains(where: \.isOrdered) else { return all }
    var order = EndOrder(all, others())
    return order.sort()
  }

  private init(_ disposals: [Disposal], _ others: [Other]) {
    all =
      disposals.map { Item(numbers: $0.numbers, needs: $0.needs, disposal: $0) }
      + others.map { Item(numbers: $0.numbers, needs: $0.needs, disposal: nil) }
    users = Array(repeating: [], count: all.count)
    numbers = Array(repeating: 0, count: all.count)
    lowest = numbers
    var places: [Int: Int] = [:]
    for place in all.indices { for number in all[place].numbers { places[number] = place } }
    for place in all.indices {
      for number in all[place].needs {
        if let other = places[number], other != place { users[other].append(place) }
      }
      guard let later = all[place].disposal?.laterRecords, !later.isEmpty else { continue }
      for other in all.indices where other != place {
        if let disposal = all[other].disposal, later.contains(disposal.recordIdentifier) {
          users[other].append(place)
        }
      }
    }
  }

  /// Tarjan's algorithm, which finds each circle after all that lead to it; without recursion, because chains are
  /// long.
  private mutating func sort() -> [Disposal] {
    var count = 0
    for root in all.indices where numbers[root] == 0 {
      var path: [(place: Int, next: Int)] = []
      begin(root, &count, &path)
      while let (place, next) = path.last {
        if next < users[place].count {
          path[path.count - 1].next += 1
          let user = users[place][next]
          if numbers[user] == 0 { begin(user, &count, &path) } else { look(at: user, from: place) }
        } else {
          path.removeLast()
          end(place)
          if let below = path.last { lowest[below.place] = min(lowest[below.place], lowest[place]) }
        }
      }
    }
    return sorted
  }

  private mutating func begin(_ place: Int, _ count: inout Int, _ path: inout [(place: Int, next: Int)]) {
    count += 1
    numbers[place] = count
    lowest[place] = count
    open.append(place)
    path.append((place, 0))
  }

  /// A finished item is in no circle with this one, because its number was set to the greatest.
  private mutating func look(at user: Int, from place: Int) {
    lowest[place] = min(lowest[place], numbers[user])
  }

  private mutating func end(_ place: Int) {
    guard lowest[place] == numbers[place], let first = open.lastIndex(of: place) else { return }
    let circle = open[first...].sorted()
    open.removeSubrange(first...)
    for member in circle {
      numbers[member] = .max
      if let disposal = all[member].disposal { sorted.append(disposal) }
    }
  }
}
