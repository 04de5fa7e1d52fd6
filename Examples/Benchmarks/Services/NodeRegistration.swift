import Facet

/// Registers each node.
struct NodeRegistration: DigitVisitor {
  let container: Container

  func visit<X: Digit, Y: Digit, Z: Digit>(_: X.Type, _: Y.Type, _: Z.Type) {
    container.register(Node<X, Y, Z>.self) { r in
      let beside: Node<X, Y, Z>.Dependency? =
        if !Z.isLast {
          r.resolve(Node<X, Y, Z.Next>.self)!
        } else if !X.isLast {
          r.resolve(Node<X.Next, Y, Zero>.self)!
        } else {
          nil
        }
      return Node(beside: beside, below: Y.isLast ? nil : r.resolve(Node<X, Y.Next, Z>.self)!)
    }
  }
}
