import Facet

/// Resolves that build what they return.
func resolvingRows() -> [Row] {
  let container = Container(defaultObjectScope: .transient)
  container.register(Leaf.self) { _ in Leaf() }
  container.register(Dog.self) { _, name in Dog(name) }.implements((any Carnivore).self)
  container.register(Dog.self) { _, name, age, isTame in Dog(name, age, isTame) }
  container.register((any Animal).self, name: "protocol") { _, name in Dog(name) }
    .implements((any Carnivore).self, name: "protocol")
  container.autoregister(Mailbox.self, initializer: Mailbox.init)
  container.register { Session() }
  container.register(Service.self) { r in Service(try r.require()) }
  let name = madeAtRunTime("Hachi")
  return [
    Row("transient leaf") {
      consume(container.resolve(Leaf.self)!)
    } byHand: {
      consume(Leaf())
    },
    cycle(),
    Row("one argument") {
      consume(container.resolve(Dog.self, argument: name)!)
    } byHand: {
      consume(Dog(name))
    },
    Row("three arguments") {
      consume(container.resolve(Dog.self, arguments: name, 3, true)!)
    } byHand: {
      consume(Dog(name, 3, true))
    },
    Row("forwarded with an argument: class") {
      consume(container.resolve((any Carnivore).self, argument: name)!)
    } byHand: {
      consume(Dog(name) as any Carnivore)
    },
    Row("forwarded with an argument: protocol") {
      consume(container.resolve((any Carnivore).self, name: "protocol", argument: name)!)
    } byHand: {
      consume(Dog(name) as any Carnivore)
    },
    Row("autowired initializer of three") {
      consume(container.resolve(Mailbox.self)!)
    } byHand: {
      consume(Mailbox(Leaf(), Session(), Service(Session())))
    },
    graph(of: 100), graph(of: 1_000),
    list(of: 10, among: 0), list(of: 3, among: 10_000),
  ] + [1, 4, 16].map(child)
}

private func cycle() -> Row {
  let container = Container()
  container.register(ViewModel.self) { r in ViewModel(try r.require(), try r.require(), try r.require()) }
  container.register { CombinedService() }.implements((any Fetching).self, (any Updating).self)
  container.register(Service.self) { r in Service(try r.require()) }
  container.register { Session() }
  return Row("seed cycle") {
    consume(container.resolve(ViewModel.self)!)
  } byHand: {
    consume(ViewModel.byHand())
  }
}

private func graph(of count: Int) -> Row {
  let container = Container()
  for number in 1...count {
    container.register(Node.self, name: "\(number)") { r in
      Node(number > 1 ? try r.require(Node.self, name: "\(number - 1)") : nil)
    }
  }
  return Row("graph of \(count), per node", each: count) {
    consume(container.resolve(Node.self, name: "\(count)")!)
  } byHand: {
    consume(Node.byHand(count))
  }
}

/// By hand: an array of what its initializer makes.
private func list(of count: Int, among others: Int) -> Row {
  let container = Container(defaultObjectScope: .transient)
  for number in 0..<count { container.register(Leaf.self, name: "\(number)") { _ in Leaf() } }
  for number in 0..<others { container.register(Session.self, name: "\(number)") { _ in Session() } }
  return Row("list of \(count) beside \(others) others") {
    consume(container.resolveAll(Leaf.self))
  } byHand: {
    consume((0..<count).map { _ in Leaf() })
  }
}

private func child(ofDepth depth: Int) -> Row {
  var container = Container(defaultObjectScope: .transient)
  container.register(Leaf.self) { _ in Leaf() }
  for _ in 0..<depth { container = Container(parent: container) }
  let child = container
  return Row("leaf from a child of depth \(depth)") {
    consume(child.resolve(Leaf.self)!)
  } byHand: {
    consume(Leaf())
  }
}
