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
}
