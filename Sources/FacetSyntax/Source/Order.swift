// One kind of sorting for everything: each further one is code that every client compiles.

/// Puts things in order by their numbers.
package enum Order {
  /// The numbers up to `count`, sorted.
  @inline(never) package static func numbers(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
    Array(0..<count).sorted(by: isBefore)
  }
}

extension Order {
  /// The first number up to `count` for which something holds, if it then holds for all behind it; else `count`.
  package static func first(_ count: Int, where holds: (Int) -> Bool) -> Int {
    var (first, last) = (0, count)
    while first < last {
      let middle = (first + last) / 2
      if holds(middle) { last = middle } else { first = middle + 1 }
    }
    return first
  }
}

extension Array {
  /// The elements, sorted.
  package func inOrder(by isBefore: (Element, Element) -> Bool) -> [Element] {
    Order.numbers(count) { isBefore(self[$0], self[$1]) }.map { self[$0] }
  }
}

extension [String] {
  /// The texts, sorted.
  @inline(never) package func inOrder() -> [String] { inOrder(by: <) }
}

extension [SourceFile] {
  /// The files in the order of their paths.
  @inline(never) package func inOrder() -> [SourceFile] { inOrder { $0.path < $1.path } }
}
