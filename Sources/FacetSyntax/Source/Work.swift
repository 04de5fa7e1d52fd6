/// Does things side by side.
package enum Work {
  /// So many are one piece.
  private static let mostAtOnce = 16

  package static func each<Item: Sendable>(_ items: [Item], _ work: @escaping @Sendable (Item) -> Void) async
  {
    await withTaskGroup(of: Void.self) { group in
      for start in stride(from: 0, to: items.count, by: mostAtOnce) {
        let part = items[start..<min(start + mostAtOnce, items.count)]
        group.addTask { for item in part { work(item) } }
      }
    }
  }
}
