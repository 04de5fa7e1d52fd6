import Testing

@testable import Facet

private protocol Flavor {}
private struct Sweet: Flavor, Hashable { var spoons = 1 }
private struct Plain { var (small, large): (UInt8, Int) }
private struct Rounded: Equatable {
  var value: Double

  static func == (left: Rounded, right: Rounded) -> Bool { left.value.rounded() == right.value.rounded() }
}
private struct CaseBlind: Hashable {
  var text: String

  private var key: String { text.lowercased() }

  static func == (left: CaseBlind, right: CaseBlind) -> Bool { left.key == right.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

private class Plate {}
private final class Named: Plate, Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (left: Named, right: Named) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
private class Leaf: Equatable {
  static func == (left: Leaf, right: Leaf) -> Bool { true }
}
private final class Green: Leaf {}
private final class Black: Leaf {}

/// What is done with a list of arguments.
@Suite(.timeLimit(.minutes(5))) struct ArgumentOperationsTests {
  /// Whether two lists are the same, by the operations of their types; then their hashes are, too.
  private func areSame<First, Second>(
    _ left: (First, Second), _ right: (First, Second),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    let operations = ArgumentOperations(Signature<First, Second>.self)
    return withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in
        let (left, right) = (Arguments(left), Arguments(right))
        let areEqual = operations.areEqual(left, right)
        #expect(operations.areEqual(right, left) == areEqual, sourceLocation: sourceLocation)
        if areEqual {
          #expect(operations.hash(left) == operations.hash(right), sourceLocation: sourceLocation)
        }
        return areEqual
      }
    }
  }

  @Test func `every argument has to be equal`() {
    #expect(areSame((1, "tea"), (1, "tea")))
    #expect(!areSame((1, "tea"), (2, "tea")))
    #expect(!areSame((1, "tea"), (1, "cake")))
  }

  @Test func `a lone argument is compared like one of several`() {
    func areSame<Argument>(_ left: Argument, _ right: Argument) -> Bool {
      let operations = ArgumentOperations(Signature<Argument>.self)
      return withUnsafePointer(to: left) { left in
        withUnsafePointer(to: right) { operations.areEqual(Arguments(left), Arguments($0)) }
      }
    }
    #expect(areSame("tea", "tea"))
    #expect(!areSame("tea", "cake"))
  }

  @Test func `a lone Void equals nothing but itself`() {
    let operations = ArgumentOperations(Signature<Void>.self)
    // Not by `withUnsafePointer`: the optimiser misses the stack where that is given an empty tuple.
    let places = (0..<2).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1) }
    defer { for place in places { place.deallocate() } }
    let lists = places.map { Arguments(address: UnsafeRawPointer($0)) }
    #expect(!operations.areEqual(lists[0], lists[1]))
    #expect(operations.areEqual(lists[0], lists[0]))
    #expect(operations.values(lists[0]).count == 1)
  }

  @Test func `arguments are equal by their own equality`() {
    #expect(areSame((Rounded(value: 1.1), 0), (Rounded(value: 0.9), 0)))
    #expect(areSame((CaseBlind(text: "TEA"), 0), (CaseBlind(text: "tea"), 0)))
    #expect(areSame((0.0, 1), (-0.0, 1)))
    #expect(areSame(("é", 1), ("e\u{301}", 1)))
  }

  @Test func `a value that does not equal itself is not the same`() {
    #expect(!areSame((Double.nan, 1), (Double.nan, 1)))
  }

  @Test func `the very same memory is the same without a look at it`() {
    let operations = ArgumentOperations(Signature<Double>.self)
    withUnsafePointer(to: Double.nan) { nan in
      #expect(operations.areEqual(Arguments(nan), Arguments(nan)))
      #expect(!operations.isEqualToItself(Arguments(nan)))
    }
  }

  @Test func `arguments of protocol type are equal by what they hold`() {
    #expect(areSame((Sweet() as any Flavor, 1), (Sweet() as any Flavor, 1)))
    #expect(!areSame((Sweet() as any Flavor, 1), (Sweet(spoons: 2) as any Flavor, 1)))
    #expect(areSame((1 as Any, 1), (1 as Any, 1)))
    #expect(!areSame((1 as Any, 1), (1.0 as Any, 1)))
  }

  @Test func `arguments without equality equal nothing`() {
    #expect(!areSame((Plain(small: 1, large: 2), 0), (Plain(small: 1, large: 2), 0)))
    let tea = Tea()
    #expect(areSame((tea, 0), (tea, 0)))
    #expect(!areSame((tea, 0), (Tea(), 0)))
  }

  @Test func `what has equality but no hash is found by comparison alone`() {
    let operations = ArgumentOperations(Signature<Rounded>.self)
    withUnsafePointer(to: Rounded(value: 1.1)) { #expect(operations.hash(Arguments($0)) == 0) }
  }

  @Test func `objects of a subclass count by the equality of that`() {
    #expect(areSame((Named("a") as Plate, 0), (Named("a") as Plate, 0)))
    #expect(!areSame((Named("a") as Plate, 0), (Named("b") as Plate, 0)))
    let plate = Plate()
    #expect(areSame((plate, 0), (plate, 0)))
    #expect(!areSame((plate, 0), (Plate(), 0)))
  }

  @Test func `subclasses are equal by the equality of the class that they are passed as`() {
    #expect(areSame((Green() as Leaf, 0), (Black() as Leaf, 0)))
  }

  @Test func `the values come out in their order`() {
    let operations = ArgumentOperations(Signature<Int, String, Tea?>.self)
    let values = withUnsafePointer(to: (1, "tea", nil as Tea?)) { operations.values(Arguments($0)) }
    #expect(values.count == 3)
    #expect(values.first as? Int == 1)
    #expect(values.dropFirst().first as? String == "tea")
  }

  @Test func `a copy outlives its source, and keeps what it holds for as long as it is there`() {
    let operations = ArgumentOperations(Signature<Int, Tea>.self)
    weak var released: Tea?
    var copy: ArgumentCopy?
    do {
      let tea = Tea()
      released = tea
      copy = withUnsafePointer(to: (7, tea)) { operations.copy(Arguments($0)) }
    }
    #expect(released != nil)
    copy.map { #expect(operations.values($0.arguments).first as? Int == 7) }
    copy = nil
    #expect(released == nil)
  }
}
