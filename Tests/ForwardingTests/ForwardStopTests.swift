import Facet
import FacetTestSupport
import Testing

private protocol Animal {}
private protocol Carnivore {}
private class Dog: Animal {}
private final class Cat: Animal, Carnivore {}
private struct Fish: Animal {}

/// A forward that cannot be stops the program with both places, in debug and in release.
@Suite(.timeLimit(.minutes(20))) struct ForwardStopTests {
  @Test func `an impossible forward stops at its resolve with both types and places`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Dog.self, fileID: "Kennel/Dogs.swift", line: 3) { _ in Dog() }
        .implements(Cat.self, fileID: "Kennel/Cats.swift", line: 14)
      guard container.resolve(Dog.self) != nil else { return }
      _ = container.resolve(Cat.self)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot forward Cat to Dog

          The factory of 'Dog' returned a 'Dog', which is no 'Cat'.

          Forward:   'Cat'   written at Kennel/Cats.swift:14
          Service:   'Dog'   registered at Kennel/Dogs.swift:3

        To fix this, do one of:
          • Conform 'Dog' to 'Cat'.
          • Remove the forward.
        """)
  }

  @Test func `an impossible forward names names, arguments and what the factory returned`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      let entry = container.register(Animal.self, name: "pet", fileID: "Kennel/Dogs.swift", line: 3) {
        (_, _: String) in Dog()
      }
      container.forward(Carnivore.self, name: "guard", to: entry, fileID: "Kennel/Guards.swift", line: 8)
      _ = container.resolve(Carnivore.self, name: "guard", argument: "Hachi")
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot forward Carnivore to Animal

          The factory of 'Animal' named "pet" with arguments (String) returned a 'Dog', which is no 'Carnivore'.

          Forward:   'Carnivore' named "guard" with arguments (String)   written at Kennel/Guards.swift:8
          Service:   'Animal' named "pet" with arguments (String)   registered at Kennel/Dogs.swift:3

        To fix this, do one of:
          • Conform 'Dog' to 'Carnivore'.
          • Remove the forward.
        """)
  }

  @Test func `an impossible forward of a value stops too`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Fish.self, fileID: "Pond/Fish.swift", line: 1) { _ in Fish() }
        .implements(Carnivore.self, fileID: "Pond/Fish.swift", line: 2)
      _ = container.resolve(Carnivore.self)
    }
    let text = try stopText(result)
    #expect(text.split(separator: "\n").first == "Precondition failed: Cannot forward Carnivore to Fish")
  }

  @Test func `a cached instance that does not conform stops at every forwarded key`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Animal.self) { _ in Dog() }.inObjectScope(.container).implements(Carnivore.self)
      guard container.resolve(Animal.self) is Dog else { return }
      _ = container.resolve(Carnivore.self)
    }
    let text = try stopText(result)
    #expect(text.split(separator: "\n").first == "Precondition failed: Cannot forward Carnivore to Animal")
  }

  @Test func `a class that conforms does not open the way for one that does not`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Animal.self) { (_, isCat: Bool) -> any Animal in isCat ? Cat() : Dog() }
        .implements(Carnivore.self)
      for _ in 1...3 {
        guard container.resolve(Carnivore.self, argument: true) is Cat else { return }
      }
      guard container.resolve(Animal.self, argument: false) is Dog else { return }
      _ = container.resolve(Carnivore.self, argument: false)
    }
    let text = try stopText(result)
    #expect(text.split(separator: "\n").first == "Precondition failed: Cannot forward Carnivore to Animal")
  }

  @Test func `an impossible forward stops where it is required, inferred or lazy as well`() async throws {
    let required = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register { Dog() }.implements(Cat.self)
      _ = try? container.require(Cat.self)
    }
    let lazy = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register { Dog() }.implements(Cat.self)
      _ = container.resolve(Lazy<Cat>.self)?.instance
    }
    for result in [required, lazy] {
      let text = try stopText(result)
      #expect(text.split(separator: "\n").first == "Precondition failed: Cannot forward Cat to Dog")
    }
  }

  @Test func `an impossible forward that nobody resolves does not stop`() {
    let container = Container()
    container.register(Dog.self) { _ in Dog() }.implements(Cat.self)
    #expect(container.resolve(Dog.self) != nil)
  }

  @Test func `a forward to an entry of an unrelated container stops at once`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let other = Container()
      let entry = other.register(Dog.self, fileID: "Kennel/Dogs.swift", line: 3) { _ in Dog() }
      Container().forward(Animal.self, to: entry, fileID: "Kennel/Others.swift", line: 5)
      _ = other.resolve(Dog.self)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot forward Animal to Dog of another container

          Forward:   'Animal'   written at Kennel/Others.swift:5
          Service:   'Dog'   registered at Kennel/Dogs.swift:3

        To fix this, do one of:
          • Forward in the container of the entry, or in one of its children.
          • Register 'Animal' here by a factory that resolves it from the other container.
        """)
  }

  @Test func `a forward in a parent to an entry of its child stops at once`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let parent = Container()
      let child = Container(parent: parent)
      let entry = child.register(Dog.self) { _ in Dog() }
      parent.forward(Animal.self, to: entry)
      _ = child.resolve(Dog.self)
    }
    let text = try stopText(result)
    #expect(
      text.split(separator: "\n").first
        == "Precondition failed: Cannot forward Animal to Dog of another container")
  }

  @Test func `a forward to an entry whose container is gone stops at once`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      for _ in 1...100 {
        let entry = Container().register(Dog.self) { _ in Dog() }
        Container().forward(Animal.self, to: entry)
      }
    }
    let text = try stopText(result)
    #expect(
      text.split(separator: "\n").first
        == "Precondition failed: Cannot forward Animal to Dog of another container")
  }

  @Test func `implements stops when the container of the entry is gone`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let entry = Container().register(Dog.self, fileID: "Kennel/Dogs.swift", line: 3) { _ in Dog() }
      entry.implements(Animal.self, fileID: "Kennel/Others.swift", line: 5)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot forward Animal to Dog: its container is gone

          Forward:   'Animal'   written at Kennel/Others.swift:5
          Service:   'Dog'   registered at Kennel/Dogs.swift:3

        To fix this, keep the container as long as its entries are changed.
        """)
  }

  @Test func `the places are those where register and implements are written`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      resolveImpossibleForward()
    }
    let text = try stopText(result)
    let places = text.split(separator: "\n").filter {
      $0.contains("   'Cat'   ") || $0.contains("   'Dog'   ")
    }
    #expect(
      places == [
        "  Forward:   'Cat'   written at \(#fileID):\(impossibleForwardLine + 1)",
        "  Service:   'Dog'   registered at \(#fileID):\(impossibleForwardLine)",
      ])
  }
}

private let impossibleForwardLine = #line + 4

private func resolveImpossibleForward() {
  let container = Container()
  let entry = container.register(Dog.self) { _ in Dog() }
  entry.implements(Cat.self)
  _ = container.resolve(Cat.self)
}
