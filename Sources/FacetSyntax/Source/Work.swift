/// Does things side by side.
package enum Work {
  /// Does the same work for each item.
  ///
  /// - Parameters:
  ///   - items: What there is to do.
  ///   - count: So many are one piece.
  ///   - work: Does the work for one of them.
  /// - Returns: What the work makes of each item, in order.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], atOnce count: Int = 16, _ work: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (start: Int, results: [Result]).self) { group in
      for start in stride(from: 0, to: items.count, by: count) {
        let part = items[start..<min(start + count, items.count)]
        group.addTask { (start, part.map(work)) }
      }
      var found: [Int: [Result]] = [:]
      for await part in group { found[part.start] = part.results }
      return stride(from: 0, to: items.count, by: count).flatMap { found[$0] ?? [] }
    }
  }
}
