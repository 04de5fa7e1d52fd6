/// The order in which instances end: who got another one ends before it.
///
/// Where nothing is known, and in a circle, the order in which they are given counts.
struct EndOrder {
  /// One instance: what is to be ended, or what stays and leads from one to another.
  private struct Item {
    let numbers: [Int]
    let needs: Set<Int>
    let disposal: Disposal?
  }

  /// What stays, by the numbers that it is known by.
  typealias Other = (numbers: [Int], needs: Set<Int>)

  private let all: [Item]
  /// For each the places of those that end before it.
  private var users: [[Int]]

  // What is known of each while the circles are looked for.
  private var numbers: [Int]
  private var lowest: [Int]
  private var open: [Int] = []
  private var sorted: [Disposal] = []

  /// Sorts what is to be ended; `others` gives what stays.
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

  /// Tarjan's algorithm, which gives each circle after all that lead to it; without recursion, for chains are long.
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

  /// One that is through has no part in a circle with this one: its number was made the greatest.
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
