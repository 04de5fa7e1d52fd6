import Facet
import FacetTestSupport
import Testing

private final class Hen: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private final class Egg: @unchecked Sendable {
  var hen: Hen?
}
private struct Broken: Error {}

/// A factory that is needed again by what it needs, and fails the first time.
@Suite(.timeLimit(.minutes(5))) struct SecondBuildTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [
    .container, .weak, ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ]

  @Test(arguments: scopes, scopes) func `what a lasting service received is what everybody receives`(
    henScope: ObjectScope, eggScope: ObjectScope
  ) throws {
    let numbers = Counter()
    container.register(Hen.self) { r in
      let number = numbers.next()
      _ = try r.require(Egg.self)
      if number == 1 { throw Broken() }
      return Hen(number)
    }.inObjectScope(henScope)
    container.register(Egg.self) { _ in Egg() }
      .initCompleted { r, egg in egg.hen = r.resolve(Hen.self) }
      .inObjectScope(eggScope)
    container.failureHandler = { _ in }
    _ = try? container.require(Hen.self)
    let egg = try container.require(Egg.self)
    let hen = try container.require(Hen.self)
    #expect(egg.hen === hen)
    #expect(try container.require(Egg.self) === egg)
  }
}
