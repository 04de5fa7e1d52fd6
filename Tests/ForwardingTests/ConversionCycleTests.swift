import Facet
import FacetTestSupport
import Testing

private protocol Animal: AnyObject, Sendable {}
private final class Dog: Animal {}
private final class Kennel: Sendable {
  let animal: any Animal
  init(_ animal: any Animal) { self.animal = animal }
}

/// A conversion is a part of the cycle whose service it converts.
@Suite(.timeLimit(.minutes(20))) struct ConversionCycleTests {
  private let container = Container()
  private let isSame = Recorder<Bool>()

  init() {
    container.register(Dog.self) { _ in Dog() }
      .implements((any Animal).self) { [isSame, unowned container] dog in
        isSame.add(container.resolve(Dog.self) === dog)
        return dog
      }
    container.register(Kennel.self) { r in Kennel(try r.require((any Animal).self)) }
  }

  @Test func `a conversion at the top of a cycle finds the service that it converts`() throws {
    _ = try container.require((any Animal).self)
    #expect(isSame.all == [true])
  }

  @Test func `a conversion within a cycle finds the service that it converts`() throws {
    _ = try container.require(Kennel.self)
    #expect(isSame.all == [true])
  }

  @Test func `a conversion of an optional service finds the service that it converts`() throws {
    _ = try container.require((any Animal)?.self)
    #expect(isSame.all == [true])
  }
}
