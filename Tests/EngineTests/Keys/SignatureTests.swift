import Testing

@testable import Facet

/// The list of argument types in a key.
@Suite(.timeLimit(.minutes(20))) struct SignatureTests {
  private func names(_ signature: Any.Type?) -> [String] {
    argumentTypes(of: signature).map { String(describing: $0) }
  }

  private func identity<each Argument>(_: repeat (each Argument).Type) -> Any.Type? {
    Signature<repeat each Argument>.identity
  }

  @Test func `no arguments are no signature`() {
    #expect(identity() == nil)
    #expect(names(nil) == [])
  }

  @Test func `the types stand in their order`() {
    #expect(names(Signature<Int, String, Int?>.identity) == ["Int", "String", "Optional<Int>"])
  }

  @Test func `one Void is an argument`() {
    #expect(names(Signature<Void>.identity) == ["()"])
  }

  @Test func `two arguments are not a tuple of two`() {
    #expect(Signature<Int, Int>.identity != Signature<(Int, Int)>.identity)
    #expect(names(Signature<(Int, Int)>.identity) == ["(Int, Int)"])
  }

  @Test func `the order and the exact static types count`() {
    #expect(Signature<Int, String>.identity != Signature<String, Int>.identity)
    #expect(Signature<Int>.identity != Signature<Int?>.identity)
    #expect(Signature<Int>.identity != Signature<Any>.identity)
    #expect(Signature<Int, String>.identity == Signature<Int, String>.identity)
  }
}
