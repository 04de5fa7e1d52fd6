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

/// A factory that is needed again by what it needs, and fails the first time.
@Suite(.timeLimit(.minutes(20))) struct SecondBuildTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [.container, .weak, .storing]

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

  @Test func `a weak instance that comes second belongs to its caller, and does not end`() throws {
    let ended = Counter()
    container.register(Hen.self) { r in
      _ = try r.require(Egg.self)
      return Hen(1)
    }.inObjectScope(.weak).onClose { _ in ended.next() }
    container.register(Egg.self) { _ in Egg() }
      .initCompleted { r, egg in egg.hen = r.resolve(Hen.self) }
    _ = try container.require(Hen.self)
    #expect(ended.value == 0)
  }

  @Test func `what needs the second instance is there for others before the first build ends`() throws {
    final class Nest: Sendable {
      init(_ hen: Hen) {}
    }
    let numbers = Counter()
    let container = container
    container.register(Hen.self) { r in
      let number = numbers.next()
      _ = try r.require(Egg.self)
      if number == 1 {
        _ = try r.require(Nest.self)
        // It would wait for this thread if the nest were held back.
        let other = ThreadRun { container.resolve(Nest.self) != nil }
        #expect(!other.rests)
        #expect(other.isOver)
      }
      return Hen(number)
    }.initCompleted { _, _ in }
    container.register(Egg.self) { _ in Egg() }.initCompleted { r, egg in egg.hen = r.resolve(Hen.self) }
    container.register(Nest.self) { r in Nest(try r.require()) }.inObjectScope(.container)
    _ = try container.require(Hen.self)
    #expect(numbers.value == 2)
  }

  @Test func `a completion gets a second instance in a cycle of its own`() throws {
    let numbers = Counter()
    let others = Recorder<Hen>()
    container.register(Hen.self) { _ in Hen(numbers.next()) }
      .initCompleted { [container] r, hen in
        guard hen.number == 1 else { return }
        others.add(try container.withObjectGraph(GraphIdentifier()) { try $0.require(Hen.self) })
      }
    #expect(try container.require(Hen.self).number == 1)
    #expect(others.all.map(\.number) == [2])
  }
}
