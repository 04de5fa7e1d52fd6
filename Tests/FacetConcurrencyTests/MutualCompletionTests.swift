import Facet
import Testing

/// Shared services that complete one another, resolved from several threads.
@Suite struct MutualCompletionTests {
  final class Vet: @unchecked Sendable {
    var clinic: Clinic?
    var isComplete = false
  }

  final class Clinic: @unchecked Sendable {
    var vet: Vet?
    var isComplete = false
  }

  private func makeContainer(_ scope: ObjectScope, _ builds: Counter) -> Container {
    let container = Container()
    container.register(Vet.self) { _ in
      builds.increment()
      return Vet()
    }.inObjectScope(scope).initCompleted { r, vet in
      vet.clinic = r.resolve(Clinic.self)
      vet.isComplete = true
    }
    container.register(Clinic.self) { _ in
      builds.increment()
      return Clinic()
    }.inObjectScope(scope).initCompleted { r, clinic in
      clinic.vet = r.resolve(Vet.self)
      clinic.isComplete = true
    }
    return container
  }

  @Test func `two services that complete one another are resolved from two threads a thousand times`() {
    let wrong = Counter()
    for _ in 0..<1000 {
      let builds = Counter()
      let container = makeContainer(.container, builds)
      concurrently(2) { index in
        if index == 0 {
          let vet = container.resolve(Vet.self)
          if vet?.clinic?.vet !== vet || vet?.clinic?.isComplete != true { wrong.increment() }
        } else {
          let clinic = container.resolve(Clinic.self)
          if clinic?.vet?.clinic !== clinic || clinic?.vet?.isComplete != true { wrong.increment() }
        }
      }
      if builds.value != 2 { wrong.increment() }
    }
    #expect(wrong.value == 0)
  }

  @Test func `no thread sees an instance before its completion is through`() {
    let wrong = Counter()
    for _ in 0..<200 {
      let container = makeContainer(.container, Counter())
      concurrently(6) { index in
        if index.isMultiple(of: 2) {
          guard let vet = container.resolve(Vet.self), vet.isComplete, vet.clinic?.isComplete == true else {
            return wrong.increment()
          }
        } else {
          guard let clinic = container.resolve(Clinic.self), clinic.isComplete, clinic.vet?.isComplete == true
          else { return wrong.increment() }
        }
      }
    }
    #expect(wrong.value == 0)
  }

  final class Node: @unchecked Sendable {
    let name: String
    var next: Node?

    init(_ name: String) {
      self.name = name
    }
  }

  @Test func `a ring of three services is resolved from three threads`() {
    let wrong = Counter()
    for _ in 0..<300 {
      let container = Container()
      let builds = Counter()
      for (name, next) in [("a", "b"), ("b", "c"), ("c", "a")] {
        container.register(Node.self, name: name) { _ in
          builds.increment()
          return Node(name)
        }.inObjectScope(.container).initCompleted { r, node in node.next = r.resolve(Node.self, name: next) }
      }
      concurrently(3) { index in
        let node = container.resolve(Node.self, name: ["a", "b", "c"][index])
        if node == nil || node?.next?.next?.next !== node { wrong.increment() }
      }
      if builds.value != 3 { wrong.increment() }
    }
    #expect(wrong.value == 0)
  }

  final class Parent: @unchecked Sendable {
    let child: Child

    init(_ child: Child) {
      self.child = child
    }
  }

  final class Child: @unchecked Sendable {
    var parent: Parent?
  }

  @Test func `an initializer and a property that need one another are resolved from two threads`() {
    let wrong = Counter()
    for _ in 0..<500 {
      let container = Container()
      container.register(Parent.self) { r in Parent(r.resolve(Child.self)!) }.inObjectScope(.container)
      container.register(Child.self) { _ in Child() }.inObjectScope(.container)
        .initCompleted { r, child in child.parent = r.resolve(Parent.self) }
      let seen = Collected<ObjectIdentifier>()
      concurrently(2) { index in
        let parent = index == 0 ? container.resolve(Parent.self) : container.resolve(Child.self)?.parent
        guard let parent, parent.child.parent === parent else { return wrong.increment() }
        seen.append(ObjectIdentifier(parent))
      }
      if Set(seen.all).count != 1 { wrong.increment() }
    }
    #expect(wrong.value == 0)
  }
}
