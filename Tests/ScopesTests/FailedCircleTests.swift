import Facet
import FacetTestSupport
import Testing

/// A factory that fails within a circle: what was built on it meanwhile is not kept.
@Suite(.timeLimit(.minutes(20))) struct FailedCircleTests {
  private final class First: @unchecked Sendable {
    // Unchecked: their completions alone write them, on one thread.
    let last: Last
    init(_ last: Last) { self.last = last }
  }
  private final class Middle: @unchecked Sendable {
    var first: First?
    var last: Last?
  }
  private final class Last: @unchecked Sendable {
    var first: First?
    var middle: Middle?
  }
  private struct Failure: Error {}

  /// Registers a service whose first build fails, after what it needs was built.
  private func registerFirst(in container: Container, counting builds: Counter) -> ServiceEntry<First> {
    container.register(First.self) { r in
      let isFirst = builds.next() == 1
      let first = First(try r.require())
      if isFirst { throw Failure() }
      return first
    }
  }

  @Test(arguments: [false, true])
  func `what refers to a service that failed is built again, also where an enclosing one is half-built`(
    isEnclosing: Bool
  ) throws {
    let (container, builds) = (Container(), Counter())
    container.failureHandler = { _ in }
    registerFirst(in: container, counting: builds).inObjectScope(.container)
    container.register(Last.self) { _ in Last() }.inObjectScope(.container)
      .initCompleted { r, last in
        if isEnclosing { last.middle = r.resolve(Middle.self) }
        last.first = try? r.require()
      }
    container.register(Middle.self) { _ in Middle() }.inObjectScope(.container)
      .initCompleted { r, middle in
        middle.first = try? r.require(First.self)
        if !isEnclosing { middle.last = r.resolve(Last.self) }
      }
    let middle = try container.require(Middle.self)
    let last = try container.require(Last.self)
    let first = try container.require(First.self)
    #expect(first.last === last && last.first === first)
    #expect(isEnclosing || middle.last === last)
  }

  @Test(arguments: [ObjectScope.container, .weak])
  func `a second build of an enclosing one, which has what failed, is dropped`(scope: ObjectScope) throws {
    let (container, builds, middles) = (Container(), Counter(), Counter())
    container.failureHandler = { _ in }
    container.register(Middle.self) { r in
      let middle = Middle()
      if middles.next() == 1 { middle.last = r.resolve(Last.self) }
      middle.first = try r.require()
      return middle
    }.inObjectScope(scope)
    // Its completion leads to the first build of `First`, which fails.
    container.register(Last.self) { _ in Last() }
      .initCompleted { r, last in
        last.first = r.resolve(First.self)
        #expect(last.first == nil)
      }
    // Within that, the completion of this one leads to a second build of both.
    container.register(Last.self, name: "inner") { _ in Last() }
      .initCompleted { r, last in last.middle = r.resolve(Middle.self) }
    container.register(First.self) { r in
      let isFirst = builds.next() == 1
      let first = First(isFirst ? try r.require(name: "inner") : Last())
      if isFirst { throw Failure() }
      return first
    }.inObjectScope(scope)
    let middle = try container.require(Middle.self)
    let first = try container.require(First.self)
    #expect(middle.first === first)
    #expect(builds.value == 2)
  }
}
