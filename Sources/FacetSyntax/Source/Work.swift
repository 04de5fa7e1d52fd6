/// Does things side by side.
package enum Work {
  /// So many are one piece.
  private static let mostAtOnce = 16

  /// What the work makes of each item, in order.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (start: Int, results: [Result]).self) { group in
      for start in stride(from: 0, to: items.count, by: mostAtOnce) {
        let part = items[start..<min(start + mostAtOnce, items.count)]
        group.addTask { (start, part.map(work)) }
      }
      var found: [Int: [Result]] = [:]
      for await part in group { found[part.start] = part.results }
      return stride(from: 0, to: items.count, by: mostAtOnce).flatMap { found[$0] ?? [] }
    }
  }
}
