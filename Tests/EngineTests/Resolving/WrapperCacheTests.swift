import Testing

@testable import Facet

private struct Steam {}

private enum Kettle<Content> {}

/// The remembered answers to whether a type is a wrapper.
@Suite(.timeLimit(.minutes(20))) struct WrapperCacheTests {
  /// Optionals of optionals, each of which is a wrapper, and as many types that are none: more than the cache has places.
  private let types: [Any.Type] = {
    var types: [Any.Type] = []
    func add<Content>(_ content: Content.Type, depth: Int) {
      types += [content, Kettle<Content>.self]
      if depth < 10 { add(Content?.self, depth: depth + 1) }
    }
    add(Steam.self, depth: 0)
    return types
  }()

  @Test func `each of many types has its own answer, however they push each other out`() {
    var cache = WrapperCache()
    for step in 1..<types.count {
      for start in types.indices {
        let (one, other) = (types[start], types[(start + step) % types.count])
        // In turns, as an optional and what it wraps are looked up: both stay, in either order.
        for type in [one, other, one, other, other, one] {
          let (known, right) = (cache.wrapper(type), type as? any ServiceWrapper.Type)
          #expect(known.map(ObjectIdentifier.init) == right.map(ObjectIdentifier.init))
        }
      }
    }
  }
}
