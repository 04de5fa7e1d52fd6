import Facet

extension Scenario {
  static var failingService: [Scenario] {
    [
      Scenario(
        "factory that throws", "Required, and the reason caught; by hand a function that throws.", goal: 6.0,
        mostAllocations: 3
      ) {
        let container = Container()
        container.register(Leaf.self) { _ in try Leaf.inWinter() }
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations {
              do { consume(try Leaf.inWinter()) } catch { consume(error) }
            }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations {
              do { consume(try container.require(Leaf.self)) } catch { consume(error) }
            }
          })
      },
      Scenario(
        "loop", "Two services that need each other; by hand a list of what is being built.", goal: 5.0
      ) {
        let container = Container()
        // The loop is what is measured: facet:ignore
        container.register(Chicken.self) { r in Chicken(egg: try r.require()) }
        container.register(Egg.self) { r in Egg(chicken: try r.require()) }
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations {
              do { consume(try Chicken.byHand(HandWrittenBuilder())) } catch { consume(error) }
            }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations {
              do { consume(try container.require(Chicken.self)) } catch { consume(error) }
            }
          })
      },
    ]
  }
}

extension Leaf {
  private struct Frozen: Error {}

  @inline(never)
  fileprivate static func inWinter() throws -> Leaf { throw Frozen() }
}

private final class Chicken: Sendable {
  let egg: Egg

  init(egg: Egg) { self.egg = egg }

  @inline(never)
  static func byHand(_ builder: HandWrittenBuilder) throws -> Chicken {
    Chicken(egg: try builder.build(Chicken.self) { try Egg.byHand(builder) })
  }
}

private final class Egg: Sendable {
  let chicken: Chicken

  init(chicken: Chicken) { self.chicken = chicken }

  @inline(never)
  static func byHand(_ builder: HandWrittenBuilder) throws -> Egg {
    Egg(chicken: try builder.build(Egg.self) { try Chicken.byHand(builder) })
  }
}

/// What one writes to find a loop: a list of what is being built.
private final class HandWrittenBuilder {
  struct Loop: Error {
    let path: [ObjectIdentifier]
  }

  private var path: [ObjectIdentifier] = []

  /// Builds what a service needs.
  func build<Needed>(_ type: Any.Type, _ build: () throws -> Needed) throws -> Needed {
    let identifier = ObjectIdentifier(type)
    guard !path.contains(identifier) else { throw Loop(path: path + [identifier]) }
    path.append(identifier)
    defer { path.removeLast() }
    return try build()
  }
}
