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
private struct Filler<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit> {}

extension Container {
  /// Registers that many types, a hundred thousand at most.
  fileprivate func registerFillers(_ count: Int) {
    for number in 0..<count {
      let units = digits[number % 10]
      let tens = digits[number / 10 % 10]
      let hundreds = digits[number / 100 % 10]
      let thousands = digits[number / 1_000 % 10]
      let tensOfThousands = digits[number / 10_000 % 10]
      registerFiller(units, tens, hundreds, thousands, tensOfThousands)
    }
  }

  private func registerFiller<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type
  ) {
    register(Filler<A, B, C, D, E>.self) { _ in Filler() }
  }
}
