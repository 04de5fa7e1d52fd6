import Facet

extension Scenario {
  static var requests: [Scenario] {
    [
      Scenario(
        "request, scoped",
        "A child container, one of twenty scoped services, and its close; by hand an object with twenty optionals.",
        goal: nil, mostAllocations: nil
      ) {
        let container = Container()
        for name in names {
          container.register(Leaf.self, name: name) { _ in Leaf() }.inObjectScope(.scoped)
            .onClose { leaf in consume(leaf) }
        }
        return Comparison(
          hand: .openingRequests,
          facet: Loop { iterations in
            for number in 0..<iterations {
              let child = Container(parent: container)
              consume(child.resolve(Leaf.self, name: names[number % 20])!)
              try? child.close()
            }
          })
      },
      Scenario(
        "request, registering",
        "The same with the twenty registered in the child.",
        goal: nil, mostAllocations: nil
      ) {
        let container = Container()
        return Comparison(
          hand: .openingRequests,
          facet: Loop { iterations in
            for number in 0..<iterations {
              let child = Container(parent: container)
              for name in names {
                child.register(Leaf.self, name: name) { _ in Leaf() }.inObjectScope(.container)
                  .onClose { leaf in consume(leaf) }
              }
              consume(child.resolve(Leaf.self, name: names[number % 20])!)
              try? child.close()
            }
          })
      },
      Scenario(
        "close of 1,000",
        "A container with 1,000 instances that have an onClose, from start to close; by hand an array of objects.",
        goal: nil, mostAllocations: nil
      ) {
        let names = (0..<1_000).map(String.init)
        return Comparison(
          hand: Loop { iterations in
            for _ in 0..<iterations {
              let leaves = names.map { _ in Leaf() }
              for leaf in leaves.reversed() { consume(leaf) }
            }
          },
          facet: Loop { iterations in
            for _ in 0..<iterations {
              let container = Container(defaultObjectScope: .container)
              for name in names {
                container.register(Leaf.self, name: name) { _ in Leaf() }.startsEagerly()
                  .onClose { leaf in consume(leaf) }
              }
              try? container.start()
              try? container.close()
            }
          })
      },
    ]
  }

  private static let names = (0..<20).map(String.init)
}

extension Loop {
  fileprivate static var openingRequests: Loop {
    Loop { iterations in
      for number in 0..<iterations {
        let request = HandWrittenRequest()
        consume(request.leaf(number % 20))
        request.close()
      }
    }
  }
}

/// What one writes for a request: its services, made when they are first asked for, and ended with it.
private final class HandWrittenRequest {
  private var leaves = [Leaf?](repeating: nil, count: 20)

  func leaf(_ number: Int) -> Leaf {
    if let leaf = leaves[number] { return leaf }
    let leaf = Leaf()
    leaves[number] = leaf
    return leaf
  }

  func close() { for case let leaf? in leaves { consume(leaf) } }
}
