import Testing

@testable import Facet

private protocol Drink {}
private protocol Hot {}
private protocol Cup: AnyObject {}
private final class Mug: Drink, Hot, Cup {}
private final class Glass: Drink, Cup {}
private struct Water: Drink, Hot { var liters = 0.3 }
private struct Barrel: Drink { var (a, b, c, d) = (1, 2, 3, 4) }
private final class SpillError: Error {}
private struct EmptyError: Error {}
private class Furniture {}
private final class Table: Furniture {}

/// What form a service is seen to have.
@Suite(.timeLimit(.minutes(5))) struct ReferenceLayoutTests {
  /// The form of a value; in debug builds compared with the slow and sure way.
  private func form<Value>(_ layout: borrowing ReferenceLayout, _ value: Value) -> ServiceForm {
    withUnsafePointer(to: value) { layout.form(Value.self, at: $0) }
  }

  @Test func `a class is a reference`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 { #expect(form(layout, Mug()) == .reference) }
  }

  @Test func `a class that is inherited from is a reference, whichever subclass comes`() {
    let layout = ReferenceLayout()
    #expect(form(layout, Table() as Furniture) == .reference)
    #expect(form(layout, Furniture()) == .reference)
  }

  @Test func `a struct is a value`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 { #expect(form(layout, Water()) == .value) }
  }

  @Test func `a protocol that holds an object is a reference`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 { #expect(form(layout, Mug() as any Drink) == .reference) }
  }

  @Test func `a protocol that holds a struct is a value, inline and boxed`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 {
      #expect(form(layout, Water() as any Drink) == .value)
      #expect(form(layout, Barrel() as any Drink) == .value)
    }
  }

  @Test func `a protocol that holds one class, then another, then structs is seen right each time`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 {
      #expect(form(layout, Mug() as any Drink) == .reference)
      #expect(form(layout, Glass() as any Drink) == .reference)
      #expect(form(layout, Water() as any Drink) == .value)
      #expect(form(layout, Barrel() as any Drink) == .value)
    }
  }

  @Test func `a value beside words that an object has left is a value`() {
    let layout = ReferenceLayout()
    let place = UnsafeMutablePointer<any Drink>.allocate(capacity: 1)
    defer { place.deallocate() }
    let mug = Mug()
    for _ in 0..<3 {
      place.initialize(to: mug)
      #expect(layout.form((any Drink).self, at: place) == .reference)
      place.deinitialize(count: 1)
      place.initialize(to: Water())
      #expect(layout.form((any Drink).self, at: place) == .value)
      place.deinitialize(count: 1)
    }
  }

  @Test func `a composition of two protocols is seen like one`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 {
      #expect(form(layout, Mug() as any Drink & Hot) == .reference)
      #expect(form(layout, Water() as any Drink & Hot) == .value)
    }
  }

  @Test func `a protocol for classes is a reference`() {
    let layout = ReferenceLayout()
    #expect(form(layout, Mug() as any Cup) == .reference)
    #expect(form(layout, Glass() as any Cup) == .reference)
  }

  @Test func `any object is a reference`() {
    let layout = ReferenceLayout()
    #expect(form(layout, Mug() as AnyObject) == .reference)
    #expect(form(layout, Glass() as AnyObject) == .reference)
  }

  @Test func `Any is what it holds`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 {
      #expect(form(layout, Mug() as Any) == .reference)
      #expect(form(layout, Water() as Any) == .value)
      #expect(form(layout, Mug.self as Any) == .value)
    }
  }

  @Test func `an error is in its box: an object or a value`() {
    let layout = ReferenceLayout()
    for _ in 0..<3 {
      #expect(form(layout, SpillError() as any Error) == .object)
      #expect(form(layout, EmptyError() as any Error) == .value)
    }
  }

  @Test func `an optional is a value, with and without an object`() {
    let objects = ReferenceLayout()
    #expect(form(objects, Mug() as Mug?) == .value)
    #expect(form(objects, nil as Mug?) == .value)
    let protocols = ReferenceLayout()
    #expect(form(protocols, Mug() as (any Drink)?) == .value)
    #expect(form(protocols, nil as (any Drink)?) == .value)
  }

  @Test func `a metatype and a closure are values`() {
    let metatypes = ReferenceLayout()
    #expect(form(metatypes, Mug.self) == .value)
    let closures = ReferenceLayout()
    #expect(form(closures, { Mug() }) == .value)
  }
}
