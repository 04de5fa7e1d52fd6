/// Does something for each combination of three digits, as if each was written out: every type is known at compile time.
protocol DigitVisitor {
  func visit<X: Digit, Y: Digit, Z: Digit>(_ x: X.Type, _ y: Y.Type, _ z: Z.Type)
}

extension DigitVisitor {
  /// Visits all thousand, the highest first.
  func visitAll() {
    visitPlane(Nine.self)
    visitPlane(Eight.self)
    visitPlane(Seven.self)
    visitPlane(Six.self)
    visitPlane(Five.self)
    visitPlane(Four.self)
    visitPlane(Three.self)
    visitPlane(Two.self)
    visitPlane(One.self)
    visitPlane(Zero.self)
  }

  /// Visits the hundred that start with a digit.
  func visitPlane<X: Digit>(_ x: X.Type) {
    visitRow(x, Nine.self)
    visitRow(x, Eight.self)
    visitRow(x, Seven.self)
    visitRow(x, Six.self)
    visitRow(x, Five.self)
    visitRow(x, Four.self)
    visitRow(x, Three.self)
    visitRow(x, Two.self)
    visitRow(x, One.self)
    visitRow(x, Zero.self)
  }

  /// Visits the highest ten: two rows of five.
  func visitCorner() {
    visitHalfRow(Nine.self, Nine.self)
    visitHalfRow(Nine.self, Eight.self)
  }

  private func visitRow<X: Digit, Y: Digit>(_ x: X.Type, _ y: Y.Type) {
    visitHalfRow(x, y)
    visit(x, y, Four.self)
    visit(x, y, Three.self)
    visit(x, y, Two.self)
    visit(x, y, One.self)
    visit(x, y, Zero.self)
  }

  private func visitHalfRow<X: Digit, Y: Digit>(_ x: X.Type, _ y: Y.Type) {
    visit(x, y, Nine.self)
    visit(x, y, Eight.self)
    visit(x, y, Seven.self)
    visit(x, y, Six.self)
    visit(x, y, Five.self)
  }
}
