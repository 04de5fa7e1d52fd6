import Facet

/// What must not grow, and the size of a registration.
enum Memory {
  /// The bytes that the process has grown by, after so many resolves of each kind; the first ones warm up.
  static func growth(of resolves: Int) -> Int? {
    let container = Container()
    container.failureHandler = { _ in }
    container.register(Node.self, name: "top") { r in Node(try r.require(Node.self, name: "inner")) }
    container.register(Node.self, name: "inner") { _ in Node(nil) }
    container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.container)
    func resolve(_ count: Int) {
      for _ in 0..<count {
        consume(container.resolve(Node.self, name: "top")!)
        consume(container.resolve(Leaf.self)!)
        consume(container.resolve(Lazy<Node>.self, name: "top")!.value)
        consume(container.resolve(Session.self) as Any)
        let child = Container(parent: container)
        consume(child.resolve(Leaf.self)!)
      }
    }
    resolve(resolves / 10)
    guard let before = FreshProcess.residentBytes else { return nil }
    resolve(resolves)
    return FreshProcess.residentBytes.map { $0 - before }
  }

  static func bytesPerEntry() -> Double? {
    let container = Container()
    guard let before = FreshProcess.residentBytes else { return nil }
    let count = 200_000
    for number in 0..<count { container.register(Leaf.self, name: "\(number)") { _ in Leaf() } }
    return FreshProcess.residentBytes.map { Double($0 - before) / Double(count) }
  }
}
