import Testing

@testable import Facet

private protocol Flavor {}
private struct Sweet: Flavor, Equatable { var spoons = 1 }
private struct Tray { var number = 1 }
private struct Pot: Equatable {
  let tea: Tea

  static func == (left: Pot, right: Pot) -> Bool { left.tea === right.tea }
}
private final class Spice: Equatable {
  let number: Int

  init(number: Int) {
    self.number = number
  }

  static func == (left: Spice, right: Spice) -> Bool { left.number == right.number }
}
private final class SpillError: Error {}

/// Whether `argument` is remembered, without being kept alive.
private func isRemembered<Argument, Object: AnyObject>(
  _ argument: @autoclosure () -> Argument, _ object: (Argument) -> Object?, others: [Argument]
) -> Bool {
  weak var released: Object?
  let remembered: RememberedArguments?
  do {
    let argument = argument()
    released = object(argument)
    remembered = RememberedArguments([argument])
    guard remembered?.areEqual(to: [argument]) == true else { return false }
    for other in others where remembered?.areEqual(to: [other]) == true { return false }
  }
  for other in others where remembered?.areEqual(to: [other]) == true { return false }
  return released == nil
}

/// The arguments by which an instance of an ended cycle is found again.
@Suite(.timeLimit(.minutes(5))) struct RememberedArgumentsTests {
  @Test func `values are remembered as they are`() {
    let remembered = RememberedArguments([1, "tea", Sweet() as any Flavor])
    #expect(remembered?.areEqual(to: [1, "tea", Sweet() as any Flavor]) == true)
    #expect(remembered?.areEqual(to: [2, "tea", Sweet() as any Flavor]) == false)
    #expect(remembered?.areEqual(to: [1, "tea", Sweet(spoons: 2) as any Flavor]) == false)
    #expect(remembered?.areEqual(to: [1, "tea"]) == false)
  }

  @Test func `an object is remembered weakly, however it is seen`() {
    // Not within `#expect`, which holds the parts of what it is given.
    let results = [
      isRemembered(Tea(), { $0 }, others: [Tea()]),
      isRemembered(Tea() as Tea?, { $0 }, others: [Tea(), nil]),
      isRemembered(Tea() as Any, { $0 as? Tea }, others: [Tea(), 1]),
      isRemembered(SpillError() as any Error, { $0 as? SpillError }, others: [SpillError()]),
    ]
    #expect(results == [true, true, true, true])
  }

  @Test func `an object with equality is remembered weakly, and found by that`() {
    let isKnown = isRemembered(Spice(number: 1), { $0 }, others: [Spice(number: 2)])
    #expect(isKnown)
    let spice = Spice(number: 1)
    #expect(RememberedArguments([spice])?.areEqual(to: [Spice(number: 1)]) == true)
    withExtendedLifetime(spice) {}
  }

  @Test func `a value with equality is kept, with the object that it holds`() {
    weak var released: Tea?
    var remembered: RememberedArguments?
    do {
      let tea = Tea()
      released = tea
      remembered = RememberedArguments([Pot(tea: tea)])
    }
    #expect(released.map { remembered?.areEqual(to: [Pot(tea: $0)]) == true } == true)
    #expect(remembered?.areEqual(to: [Pot(tea: Tea())]) == false)
    remembered = nil
    #expect(released == nil)
  }

  @Test func `nothing is remembered of what equals nothing`() {
    let tray = Tray()
    #expect(RememberedArguments([tray]) == nil)
    #expect(RememberedArguments([tray as Tray? as Any]) == nil)
    #expect(RememberedArguments([[tray]]) == nil)
    #expect(RememberedArguments([1, tray]) == nil)
    #expect(RememberedArguments([(1, 2)]) == nil)
    #expect(RememberedArguments([{ tray }]) == nil)
  }

  @Test func `nil is remembered`() {
    let remembered = RememberedArguments([nil as Tea? as Any])
    #expect(remembered?.areEqual(to: [nil as Tea? as Any]) == true)
    #expect(remembered?.areEqual(to: [Tea() as Tea? as Any]) == false)
  }

  @Test func `no arguments are equal to none`() {
    #expect(RememberedArguments([])?.areEqual(to: []) == true)
  }
}
