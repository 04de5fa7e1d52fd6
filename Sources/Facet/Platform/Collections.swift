extension Array {
  /// The elements in sorted order, as `sorted` returns them.
  ///
  /// For rare sorting: `sorted` is some kilobytes of code for each type of element, and this is one copy for all.
  func inOrder(by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    places(count) { areInIncreasingOrder(self[$0], self[$1]) }.map { self[$0] }
  }

  /// The elements in the order of a number of each.
  func inOrder(of number: (Element) -> Int) -> [Element] {
    // Mostly they are.
    if zip(self, dropFirst()).allSatisfy({ number($0) <= number($1) }) { return self }
    return places(of: map(number)).map { self[$0] }
  }
}

/// The indices of a number of elements, in sorted order.
@inline(never)
private func places(_ count: Int, _ areInIncreasingOrder: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: areInIncreasingOrder)
}

/// The indices of numbers, in sorted order.
@inline(never)
private func places(of numbers: [Int]) -> [Int] { numbers.indices.sorted { numbers[$0] < numbers[$1] } }

extension StringProtocol {
  /// Whether a text is a part of this one; `contains` of the standard library needs a newer system.
  func contains(part: String) -> Bool {
    let part = part.utf8
    var rest = utf8[...]
    while !rest.starts(with: part) {
      if rest.isEmpty { return false }
      rest.removeFirst()
    }
    return true
  }
}
