import Facet

extension Scenario {
  static var sharedInstance: [Scenario] {
    [
      Scenario(
        "shared", "An instance of container scope; by hand a lock, a dictionary lookup and a cast.", goal: 0.4
      ) {
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.container)
        let store = HandWrittenStore()
        store.insert(Leaf())
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations { consume(store.service(Leaf.self)) }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations { consume(container.resolve(Leaf.self)!) }
          })
      },
      Scenario("shared, named", "The same with a name, which is a part of the key by hand, too.", goal: 0.5) {
        let container = Container()
        container.register(Leaf.self, name: "green") { _ in Leaf() }.inObjectScope(.container)
        let store = HandWrittenNamedStore()
        store.insert(Leaf(), name: "green")
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations { consume(store.service(Leaf.self, name: "green")) }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations { consume(container.resolve(Leaf.self, name: "green")!) }
          })
      },
      Scenario("shared, forwarded", "The same, asked for as a protocol that is forwarded.", goal: 0.6) {
        sharedCarnivore { $0.implements((any Carnivore).self) }
      },
      Scenario("shared, forwarded, checked", "The same, forwarded by a closure.", goal: 0.6) {
        sharedCarnivore { $0.implements((any Carnivore).self) { $0 } }
      },
    ]
  }

  private static func sharedCarnivore(
    _ forward: (ServiceEntry<Dog>) -> ServiceEntry<Dog>
  ) -> Comparison {
    let container = Container()
    _ = forward(container.register(Dog.self) { _ in Dog(name: "Hachi") }.inObjectScope(.container))
    let store = HandWrittenStore()
    store.insert(Dog(name: "Hachi"))
    return Comparison(
      hand: Loop { iterations in
        for _ in 0..<iterations { consume(store.service(Dog.self) as any Carnivore) }
      },
      facet: Loop { iterations in
        for _ in 0..<iterations { consume(container.resolve((any Carnivore).self)!) }
      })
  }
}
