import Facet
import FacetTestSupport
import Testing

private final class Cow: Animal { let name = "Mu" }
private struct Fish {}

/// A forward that cannot be stops the program with both places, in debug and in release.
@Suite(.timeLimit(.minutes(20))) struct ForwardStopTests {
  @Test func `an impossible forward stops with types and places, and what was returned`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      let entry = container.register(Animal.self, name: "pet", fileID: "Farm/Cows.swift", line: 3) {
        (_, _: String) in Cow()
      }
      container.forward(Carnivore.self, name: "guard", to: entry, fileID: "Farm/Guards.swift", line: 8)
      _ = container.resolve(Carnivore.self, name: "guard", argument: "Mu")
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot forward Carnivore to Animal

          The factory of 'Animal' named "pet" with arguments (String) returned a 'Cow', which is no 'Carnivore'.

          Forward:   'Carnivore' named "guard" with arguments (String)   written at Farm/Guards.swift:8
          Service:   'Animal' named "pet" with arguments (String)   registered at Farm/Cows.swift:3

        To fix this, do one of:
          • Conform 'Cow' to 'Carnivore'.
          • Remove the forward.
        """)
    // An editor jumps to the first line.
    #expect(try errorOutput(result).contains("Farm/Guards.swift:8: error: the program stops here\n"))
  }

  @Test func `a decorator that breaks a forward is named with its place`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Animal.self, fileID: "Farm/Dogs.swift", line: 3) { _ in Dog() }
        .implements(Carnivore.self, fileID: "Farm/Dogs.swift", line: 4)
      container.decorate(Animal.self, fileID: "Farm/Masks.swift", line: 7) { _, _ in Cow() }
      _ = container.resolve(Carnivore.self)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot forward Carnivore to Animal

          The decorator of 'Animal' returned a 'Cow', which is no 'Carnivore'.

          Forward:     'Carnivore'   written at Farm/Dogs.swift:4
          Service:     'Animal'   registered at Farm/Dogs.swift:3
          Decorator:   written at Farm/Masks.swift:7

        To fix this, do one of:
          • Conform 'Cow' to 'Carnivore'.
          • Remove the forward.
        """)
  }

  enum Way: Codable, CaseIterable {
    case required, lazy, value, kept, secondClass

    func resolve() throws {
      let container = Container()
      switch self {
      case .required, .lazy, .kept:
        container.register(Animal.self) { _ in Cow() }.inObjectScope(.container).implements(Carnivore.self)
        if self == .kept, container.resolve(Animal.self) == nil { return }
        if self == .lazy { _ = container.resolve(Lazy<Carnivore>.self)?.instance }
      case .value: container.register(Fish.self) { _ in Fish() }.implements(Carnivore.self)
      case .secondClass:
        // One that conforms does not open the way for one that does not.
        container.register(Animal.self) { (_, isDog: Bool) -> any Animal in isDog ? Dog() : Cow() }
          .implements(Carnivore.self)
        for _ in 1...3 where !(container.resolve(Carnivore.self, argument: true) is Dog) { return }
        _ = container.resolve(Carnivore.self, argument: false)
      }
      _ = try container.require(Carnivore.self)
    }
  }

  @Test(arguments: Way.allCases) func `an impossible forward stops in every way to resolve it`(way: Way)
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
      endProcess()
      try? way.resolve()
    }
    #expect(try stopText(result).hasPrefix("Precondition failed: Cannot forward Carnivore to "))
  }

  @Test func `an impossible forward that nobody resolves does not stop`() {
    let container = Container()
    container.register(Animal.self) { _ in Cow() }.implements(Carnivore.self)
    #expect(container.resolve(Animal.self) != nil)
  }

  @Test(arguments: ["unrelated", "child", "gone"])
  func `a forward to an entry of a container that is no parent stops at once`(other: String) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [other] in
      endProcess()
      let container = Container()
      var owner: Container? = Container(parent: other == "child" ? container : nil)
      let entry = owner!.register(Dog.self, fileID: "Kennel/Dogs.swift", line: 3) { _ in Dog() }
      if other == "gone" { owner = nil }
      container.forward(Animal.self, to: entry, fileID: "Kennel/Others.swift", line: 5)
      withExtendedLifetime(owner) {}
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
    #expect(text.contains("'Carnivore'   written at \(#fileID):\(impossibleForwardLine + 1)\n"))
    #expect(text.contains("'Animal'   registered at \(#fileID):\(impossibleForwardLine)\n"))
  }
}

private let impossibleForwardLine = #line + 4

private func resolveImpossibleForward() {
  let container = Container()
  let entry = container.register(Animal.self) { _ in Cow() }
  entry.implements(Carnivore.self)
  _ = container.resolve(Carnivore.self)
}
