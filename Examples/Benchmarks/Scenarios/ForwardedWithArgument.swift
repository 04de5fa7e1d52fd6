import Facet

extension Scenario {
  static var forwardedWithArgument: [Scenario] {
    [
      Scenario(
        "forwarded, argument", "A protocol forwarded by its type, with an argument; by hand the constructor.",
        goal: 5.0
      ) {
        let container = Container()
        container.register(Dog.self) { _, name in Dog(name: name) }
          .inObjectScope(.transient)
          .implements((any Carnivore).self)
        return carnivore(in: container)
      },
      Scenario(
        "forwarded, checked", "The same, forwarded by a closure that the compiler checks.", goal: 2.6
      ) {
        let container = Container()
        container.register(Dog.self) { _, name in Dog(name: name) }
          .inObjectScope(.transient)
          .implements((any Carnivore).self) { $0 }
        return carnivore(in: container)
      },
    ]
  }

  private static func carnivore(in container: Container) -> Comparison {
    let name = madeAtRunTime("Hachi")
    return Comparison(
      hand: Loop { iterations in
        for _ in 0..<iterations { consume(Dog(name: name) as any Carnivore) }
      },
      facet: Loop { iterations in
        for _ in 0..<iterations { consume(container.resolve((any Carnivore).self, argument: name)!) }
      })
  }
}
