import Facet

extension Scenario {
  static var registrySize: [Scenario] {
    let sizes = [100, 1_000, 10_000, 100_000]
    let flatness = Scenario(
      name: "registry flatness", shows: "The slowest of these sizes above the fastest, in percent.",
      goal: .atMost(10), figure: .spread
    ) { effort in
      let medians = Comparison.medians(of: sizes.map(lookingUpLeaves), effort)
      let fastest = medians.min()!
      let slowest = medians.max()!
      return Measurement(hand: nil, facet: slowest, figure: (slowest / fastest - 1) * 100)
    }
    return sizes.map(registry) + [flatness]
  }

  private static func registry(of count: Int) -> Scenario {
    Scenario(
      "registry of \(count.formatted)", "One of that many types, again and again; by hand its constructor.",
      goal: 2.0
    ) {
      Comparison(hand: .constructingLeaves, facet: lookingUpLeaves(among: count))
    }
  }

  private static func lookingUpLeaves(among count: Int) -> Loop {
    let container = Container()
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.transient)
    container.registerFillers(count - 1)
    return Loop { iterations in
      for _ in 0..<iterations { consume(container.resolve(Leaf.self)!) }
    }
  }
}

/// A service that fills a registry and is never resolved.
///
/// Nested, it makes as many types as are needed.
private struct Filler<Nested, Last: Digit> {}

extension Container {
  /// Registers that many types: all of one digit, then all of two, and so on.
  fileprivate func registerFillers(_ count: Int) {
    var types: [Any.Type] = []
    types.reserveCapacity(count)
    while types.count < count {
      let nested = types.count < digits.count ? Never.self : types[types.count / digits.count - 1]
      let last = digits[types.count % digits.count]
      types.append(registerFiller(nested, last))
    }
  }

  private func registerFiller<Nested, Last: Digit>(_: Nested.Type, _: Last.Type) -> Any.Type {
    register(Filler<Nested, Last>.self) { _ in Filler() }
    return Filler<Nested, Last>.self
  }
}
