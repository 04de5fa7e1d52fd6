import Facet

/// What is done with containers themselves.
func containerRows() -> [Row] {
  let names = (0..<1_000).map(String.init)
  let root = Container(defaultObjectScope: .container)
  for name in names.prefix(300) { root.register(Leaf.self, name: name) { _ in Leaf() } }
  for name in names.prefix(20) {
    root.register(Node.self, name: name) { _ in Node(nil) }.inObjectScope(.scoped).onClose { consume($0) }
  }
  return [
    Row("register one entry") {
      root.register(Session.self) { _ in Session() }
    } byHand: {
      closures.insert({ Session() } as @Sendable () -> Session)
    },
    Row("overriding of 300, and first resolve") {
      let copy = root.overriding { $0.register(Leaf.self, name: "7") { _ in Leaf() } }
      consume(copy.resolve(Leaf.self, name: "7")!)
    } byHand: {
      consume(names.prefix(300).map { name in { (name, Leaf()) } })
    },
    Row("child with one override, and first resolve") {
      let child = Container(parent: root)
      child.register(Leaf.self) { _ in Leaf() }
      consume(child.resolve(Leaf.self)!)
    } byHand: {
      let store = Store()
      store.insert(Leaf())
      consume(store.service(Leaf.self)!)
    },
    Row("a request: scoped child, resolve, close") {
      let request = Container(parent: root)
      consume(request.resolve(Node.self, name: "7")!)
      try? request.close()
    } byHand: {
      var nodes = [Node?](repeating: nil, count: 20)
      nodes[7] = Node(nil)
      for case let node? in nodes { consume(node) }
    },
    Row("close of 1,000 with onClose, from their start", each: 1_000) {
      let container = Container(defaultObjectScope: .container)
      for name in names {
        container.register(Leaf.self, name: name) { _ in Leaf() }.startsEagerly().onClose { consume($0) }
      }
      try? container.start()
      try? container.close()
    } byHand: {
      let leaves = names.map { _ in Leaf() }
      for leaf in leaves.reversed() { consume(leaf) }
    },
  ]
}

private let closures = Store()

/// Resolves that fail; by hand a look-up that finds nothing, and calls a closure.
func failingRows() -> [Row] {
  let container = Container()
  let store = Store()
  container.failureHandler = { consume($0) }
  container.register(Session.self) { _ -> Session in throw Broken() }
  return [
    Row("missing") {
      consume(container.resolve(Leaf.self) as Any)
    } byHand: {
      consume(store.service(Leaf.self) as Any)
    },
    Row("missing, as an optional") {
      consume(container.resolve(Leaf?.self) as Any)
    } byHand: {
      consume(store.service(Leaf.self) as Any)
    },
    Row("factory that throws") {
      consume(container.resolve(Session.self) as Any)
    } byHand: {
      do { try fail() } catch { consume(error) }
    },
  ]
}

@inline(never) private func fail() throws { throw Broken() }
