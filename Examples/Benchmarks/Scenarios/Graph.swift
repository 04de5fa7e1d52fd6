import Facet

extension Scenario {
  static var graph: [Scenario] {
    [
      graph(of: 10, goal: 3.5, Node<Nine, Eight, Five>.self) { $0.visitCorner() },
      graph(of: 100, goal: 3.5, Node<Nine, Zero, Zero>.self) { $0.visitPlane(Nine.self) },
      graph(of: 1_000, goal: 3.5, Node<Zero, Zero, Zero>.self) { $0.visitAll() },
    ]
  }

  private static func graph<X, Y, Z>(
    of count: Int, goal: Double, _ root: Node<X, Y, Z>.Type,
    _ construct: @escaping (NodeConstructor) -> Void
  ) -> Scenario {
    Scenario(
      "graph of \(count.formatted)",
      "Services that share what they need, for each; by hand the constructors in order.", goal: goal
    ) {
      let container = Container()
      NodeRegistration(container: container).visitAll()
      let constructor = NodeConstructor()
      return Comparison(
        hand: Loop { iterations in
          for _ in 0..<iterations {
            construct(constructor)
            consume(constructor.node(root))
          }
        },
        facet: Loop { iterations in
          for _ in 0..<iterations { consume(container.resolve(root)!) }
        }, unitsPerIteration: count)
    }
  }
}

/// Constructs each node from those that were constructed before, and keeps it until the next one in its place.
private final class NodeConstructor: DigitVisitor {
  typealias Dependency = any AnyObject & Sendable

  private let nodes = UnsafeMutablePointer<Dependency?>.allocate(capacity: 1_000)

  init() {
    nodes.initialize(repeating: nil, count: 1_000)
  }

  deinit {
    nodes.deinitialize(count: 1_000)
    nodes.deallocate()
  }

  func visit<X: Digit, Y: Digit, Z: Digit>(_: X.Type, _: Y.Type, _: Z.Type) {
    let beside: Dependency? =
      if !Z.isLast {
        node(Node<X, Y, Z.Next>.self)
      } else if !X.isLast {
        node(Node<X.Next, Y, Zero>.self)
      } else {
        nil
      }
    let below = Y.isLast ? nil : node(Node<X, Y.Next, Z>.self)
    nodes[Node<X, Y, Z>.number] = Node<X, Y, Z>(beside: beside, below: below)
  }

  func node<X, Y, Z>(_: Node<X, Y, Z>.Type) -> Dependency? {
    nodes[Node<X, Y, Z>.number]
  }
}

extension Node {
  fileprivate static var number: Int { X.number * 100 + Y.number * 10 + Z.number }
}
