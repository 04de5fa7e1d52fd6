import Facet

extension Scenario {
  static var arguments: [Scenario] {
    [
      Scenario("one argument", "A factory with one argument; by hand the constructor.", goal: 2.1) {
        oneArgument(in: .transient)
      },
      Scenario("one argument, graph", "The same in the default scope, which compares arguments.", goal: nil) {
        oneArgument(in: .graph)
      },
      Scenario("three arguments", "A factory with three arguments; by hand the constructor.", goal: 2.5) {
        threeArguments()
      },
    ]
  }

  private static func oneArgument(in scope: ObjectScope) -> Comparison {
    let container = Container()
    container.register(Dog.self) { _, name in Dog(name: name) }.inObjectScope(scope)
    let name = madeAtRunTime("Hachi")
    return Comparison(
      hand: Loop { iterations in
        for _ in 0..<iterations { consume(Dog(name: name)) }
      },
      facet: Loop { iterations in
        for _ in 0..<iterations { consume(container.resolve(Dog.self, argument: name)!) }
      })
  }

  private static func threeArguments() -> Comparison {
    let container = Container()
    container.register(Visit.self) { _, animal, day, fee in Visit(animal: animal, day: day, fee: fee) }
      .inObjectScope(.transient)
    let name = madeAtRunTime("Hachi")
    return Comparison(
      hand: Loop { iterations in
        for day in 0..<iterations { consume(Visit(animal: name, day: day, fee: 20.5)) }
      },
      facet: Loop { iterations in
        for day in 0..<iterations {
          consume(container.resolve(Visit.self, arguments: name, day, 20.5)!)
        }
      })
  }
}
