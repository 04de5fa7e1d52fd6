import Testing

@testable import Facet

/// Where the elements of a tuple lie, compared with what the compiler says.
@Suite(.timeLimit(.minutes(5))) struct TupleLayoutTests {
  private struct Pair { var (small, large): (UInt8, Int) }
  private typealias Small = (UInt8, Int16, UInt8, Int)
  private typealias Mixed = (Bool, Pair, UInt8, any Sendable)
  private typealias Wide = (UInt8, SIMD4<Float>, Int32?, String)
  private typealias Empty = (Int32, Void, UInt8, Double)

  private func compare<A, B, C, D>(_: (A, B, C, D).Type) {
    typealias Tuple = (A, B, C, D)
    let layout = TupleLayout(of: [A.self, B.self, C.self, D.self])
    let offsets = [
      MemoryLayout<Tuple>.offset(of: \.0), MemoryLayout<Tuple>.offset(of: \.1),
      MemoryLayout<Tuple>.offset(of: \.2),
      MemoryLayout<Tuple>.offset(of: \.3),
    ]
    #expect(layout.offsets == offsets)
    #expect(layout.size == MemoryLayout<Tuple>.size)
    #expect(layout.alignment == MemoryLayout<Tuple>.alignment)
  }

  @Test func `elements lie where the compiler puts them`() {
    compare(Small.self)
    compare(Mixed.self)
    compare(Wide.self)
    compare(Empty.self)
    compare((Pair, UInt8, Pair, Bool).self)
    compare((Pair?, UInt8?, Int, Optional<Pair?>).self)
  }

  @Test func `a lone element is the whole, and none takes no place`() {
    #expect(TupleLayout(of: [Pair.self]).offsets == [0])
    #expect(TupleLayout(of: [Pair.self]).size == MemoryLayout<Pair>.size)
    #expect(TupleLayout(of: []).size == 0)
  }
}
