import Testing

@testable import Facet

private protocol Flavor {}
private struct Sweet: Flavor { var spoons = 1 }
private struct Tray { var tea: Tea? }
private final class Spice {
  let number: Int

  init(number: Int) {
    self.number = number
  }
}
private final class SpillError: Error {}

/// Arguments that keep nothing alive.
@Suite(.timeLimit(.minutes(5))) struct RememberedArgumentsTests {
  @Test func `values are remembered as they are`() {
    let remembered = RememberedArguments([1, "tea", Sweet() as any Flavor])
    #expect(remembered?.areEqual(to: [1, "tea", Sweet() as any Flavor]) == true)
    #expect(remembered?.areEqual(to: [2, "tea", Sweet() as any Flavor]) == false)
    #expect(remembered?.areEqual(to: [1, "tea", Sweet(spoons: 2) as any Flavor]) == false)
    #expect(remembered?.areEqual(to: [1, "tea"]) == false)
  }

  @Test func `an object is remembered weakly`() {
    weak var released: Tea?
    let remembered: RememberedArguments?
    do {
      let tea = Tea()
      released = tea
      remembered = RememberedArguments([tea])
      #expect(remembered?.areEqual(to: [tea]) == true)
      #expect(remembered?.areEqual(to: [Tea()]) == false)
    }
    #expect(released == nil)
    #expect(remembered?.areEqual(to: [Tea()]) == false)
  }

  @Test func `an object with equal contents is another one`() {
    let spice = Spice(number: 1)
    let remembered = RememberedArguments([spice])
    #expect(remembered?.areEqual(to: [spice]) == true)
    #expect(remembered?.areEqual(to: [Spice(number: 1)]) == false)
  }

  @Test func `an error that is an object is remembered weakly, too`() {
    weak var released: SpillError?
    let remembered: RememberedArguments?
    do {
      let error = SpillError()
      released = error
      remembered = RememberedArguments([error as any Error])
      #expect(remembered?.areEqual(to: [error as any Error]) == true)
      #expect(remembered?.areEqual(to: [SpillError() as any Error]) == false)
    }
    #expect(released == nil)
    #expect(remembered != nil)
  }

  @Test func `nothing is remembered of a value that holds an object`() {
    #expect(RememberedArguments([Tray(tea: Tea())]) == nil)
    #expect(RememberedArguments([[Tea()]]) == nil)
    #expect(RememberedArguments([1, Tray(tea: Tea())]) == nil)
    #expect(RememberedArguments([(1, Tea())]) == nil)
  }

  @Test func `nothing is remembered of a closure`() {
    let tea = Tea()
    #expect(RememberedArguments([{ tea }]) == nil)
  }

  @Test func `a value with room for an object, but without one, is remembered`() {
    #expect(RememberedArguments([Tray(tea: nil)]) != nil)
    #expect(RememberedArguments([[] as [Tea]]) != nil)
    #expect(RememberedArguments([nil as Tea? as Any]) != nil)
    #expect(RememberedArguments([[1, 2], ["tea": "green"]]) != nil)
  }

  @Test func `no arguments are equal to none`() {
    #expect(RememberedArguments([])?.areEqual(to: []) == true)
  }
}
