/// Objects, and what stands for each of them.
///
/// A list: there are few, and what is looked for is mostly its last element. The first of a pair is held: another object must not come to
/// have the address of one that is gone.
struct ObjectPairs {
  private var pairs: [(object: AnyObject, other: AnyObject)] = []

  mutating func add(_ object: AnyObject, _ other: AnyObject) { pairs.append((object, other)) }

  mutating func add(_ others: ObjectPairs) { pairs += others.pairs }

  /// What stands for an object; the caller knows its type.
  @inline(never)
  func other(for object: AnyObject) -> AnyObject? {
    var index = pairs.count
    while index > 0 {
      index -= 1
      if pairs[index].object === object { return pairs[index].other }
    }
    return nil
  }
}
