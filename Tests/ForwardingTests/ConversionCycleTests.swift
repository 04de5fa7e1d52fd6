import Facet
import FacetTestSupport
import Testing

/// A conversion is a part of the cycle whose service it converts.
@Suite(.timeLimit(.minutes(20))) struct ConversionCycleTests {
  @Test func `a conversion finds the service that it converts, in a cycle and in an optional too`() throws {
    let (container, isSame) = (Container(), Recorder<Bool>())
    container.register(Dog.self) { _ in Dog() }
      .implements((any Animal).self) { [unowned container] dog in
        isSame.add(container.resolve(Dog.self) === dog)
        return dog
      }
    container.register(String.self) { r in try r.require((any Animal).self).name }
    _ = try container.require((any Animal).self)
    _ = try container.require(String.self)
    _ = try container.require((any Animal)?.self)
    #expect(isSame.all == [true, true, true])
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container])
  func `a closure that needs its own forward is a loop at once`(scope: ObjectScope) {
    let (container, runs) = (Container(), Counter())
    container.register(Int.self) { 7 }.inObjectScope(scope)
      .implements(String.self) { [unowned container] number in
        runs.next()
        return container.resolve(String.self) ?? "\(number)"
      }
    let codes = Recorder<ResolutionError.Code>()
    container.failureHandler = { codes.add($0.code) }
    #expect(container.resolve(String.self) == "7")
    #expect(runs.value == 1 && codes.all == [.loop])
  }

  @Test func `what a forward shows goes with the forward`() async throws {
    final class Adapter: Sendable {}
    let container = Container()
    let entry = container.register(Int.self) { 7 }.inObjectScope(.container)
    for isReplaced in [false, true] {
      entry.implements(Adapter.self) { _ in Adapter() }
      weak let adapter = container.resolve(Adapter.self)
      #expect(adapter != nil)
      if isReplaced {
        container.register(Adapter.self) { _ in Adapter() }
      } else {
        container.unregister(Adapter.self)
      }
      #expect(await isReleased { adapter })
    }
  }
}
