import Testing

@testable import Facet

private protocol Flavor {}
private struct Sweet: Flavor, Hashable { var spoons = 1 }
private struct Sour: Flavor, Equatable { var lemons = 1 }
private struct Plain: Flavor { var number = 1 }
private class Spice: Flavor {}
private final class Pepper: Spice {}
private class Labelled: Flavor, Equatable {
  let label: String

  init(_ label: String) { self.label = label }

  static func == (left: Labelled, right: Labelled) -> Bool { left.label == right.label }
}
private final class Striped: Labelled {}
private final class Strange: Flavor, Equatable {
  static func == (left: Strange, right: Strange) -> Bool { false }
}
private final class SpillError: Error {}

/// When two arguments are equal whose static type has no `==`.
@Suite(.timeLimit(.minutes(20))) struct ArgumentEqualityTests {
  /// Whether two arguments are equal, whichever comes first.
  private func areSame<Argument>(
    _ left: Argument, _ right: Argument, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    let areSame = KeptArguments.keeping(left).isSame(as: .keeping(right))
    #expect(
      KeptArguments.keeping(right).isSame(as: .keeping(left)) == areSame, sourceLocation: sourceLocation)
    return areSame
  }

  @Test func `values behind a protocol are equal by their equality`() {
    #expect(areSame(Sweet() as any Flavor, Sweet()))
    #expect(!areSame(Sweet() as any Flavor, Sweet(spoons: 2)))
    #expect(areSame(Sour() as any Flavor, Sour()))
    #expect(areSame(1 as Any, 1))
    #expect(!areSame(1 as Any, 2))
  }

  @Test func `values of different types behind a protocol are not equal`() {
    #expect(!areSame(Sweet() as any Flavor, Sour()))
    #expect(!areSame(1 as Any, 1.0))
    #expect(!areSame(1 as Any, 1 as Int? as Any))
    #expect(!areSame(Labelled("a") as any Flavor, Striped("a")))
  }

  @Test func `objects are equal by identity, however they are seen`() {
    let spice = Pepper()
    #expect(areSame(spice, spice))
    #expect(!areSame(spice, Pepper()))
    #expect(areSame(spice as Spice, spice))
    #expect(!areSame(spice as any Flavor, Pepper()))
    #expect(areSame(spice as AnyObject, spice))
    #expect(!areSame(spice as Any, Pepper()))
    let error = SpillError()
    #expect(areSame(error as any Error, error))
    #expect(!areSame(error as any Error, SpillError()))
  }

  @Test func `objects with equality are equal by that, and to themselves`() {
    let strange = Strange()
    #expect(areSame(strange as any Flavor, strange))
    #expect(!areSame(strange as any Flavor, Strange()))
    #expect(areSame(Labelled("a") as any Flavor, Labelled("a")))
    #expect(!areSame(Labelled("a") as any Flavor, Labelled("b")))
    #expect(areSame(Striped("a") as any Flavor, Striped("a")))
  }

  @Test func `an optional is equal by what it holds, and nil to nil`() {
    let spice = Spice()
    #expect(areSame(spice as Spice?, spice))
    #expect(!areSame(spice as Spice?, Spice()))
    #expect(!areSame(spice as Spice?, nil))
    #expect(areSame(nil as Spice?, nil))
    #expect(areSame(Sweet() as (any Flavor)?, Sweet()))
    #expect(!areSame(Sweet() as (any Flavor)?, Sour()))
    #expect(!areSame(nil as Plain??, .some(nil)))
    #expect(areSame(nil as Plain??, nil))
  }

  @Test func `anything else equals nothing, not even itself`() {
    let plain = Plain()
    #expect(!areSame(plain, plain))
    #expect(!areSame(plain as any Flavor, plain))
    #expect(!areSame(plain as Plain?, plain))
    #expect(!areSame([plain], [plain]))
    #expect(!areSame((1, 2), (1, 2)))
    let closure = { plain }
    #expect(!areSame(closure, closure))
    #expect(!areSame(Tea.self as Any.Type, Tea.self))
  }
}
