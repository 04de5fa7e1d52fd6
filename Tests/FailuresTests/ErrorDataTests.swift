import Facet
import FacetTestSupport
import Testing

private struct Spilled: Error {}

/// `ResolutionError` carries the reason as data, and what factories throw.
@Suite(.timeLimit(.minutes(20))) struct ErrorDataTests {
  private let container = Container()

  @Test func `a missing key is data`() throws {
    container.register(Menu.self) { r in
      _ = try r.require(Tea.self, name: "green", arguments: 1, "a")
      return Menu()
    }
    let error = try #require(container.reason(for: Menu.self))
    #expect(error.code == .notRegistered)
    #expect(ObjectIdentifier(error.key.serviceType) == ObjectIdentifier(Tea.self))
    #expect(error.key.name == "green")
    #expect(
      error.key.argumentTypes.map { ObjectIdentifier($0) } == [
        ObjectIdentifier(Int.self), ObjectIdentifier(String.self),
      ])
    #expect(
      error.pathInWords == ["'Menu'", "'Tea' named \"green\" with arguments (Int, String)"])
    #expect(error.nearMisses.isEmpty)
    #expect(error.underlyingError == nil)
    #expect(error.location == nil)
  }

  @Test func `near misses are data`() throws {
    container.register(Tea.self, name: "black", fileID: "Tea.swift", line: 3) { _ in Tea() }
      .implements(Drink.self, name: "hot", fileID: "Drink.swift", line: 4)
    let child = Container(parent: container)
    child.register(Drink.self) { _ in Tea() }
    let line = #line - 1
    let near = try #require(container.reason(for: Drink.self)).nearMisses
    #expect(near.map(\.key.description) == ["'Drink' named \"hot\"", "'Drink'"])
    #expect(near.map(\.location.description) == ["Drink.swift:4", "\(#fileID):\(line)"])
    #expect(near.map { $0.target?.description } == ["'Tea' named \"black\"", nil])
    #expect(near.map(\.isInChild) == [false, true])
    withExtendedLifetime(child) {}
  }

  @Test func `what a factory throws is the underlying error, through every scope above`() throws {
    let scopes: [ObjectScope] = [
      .transient, .graph, .container, .weak,
      ObjectScope(storageFactory: PermanentStorage.init), ObjectScope(storageFactory: GraphStorage.init),
    ]
    for (number, scope) in scopes.enumerated() {
      container.register(Int.self, name: "\(number)") { r in try r.require(Int.self, name: "\(number + 1)") }
        .inObjectScope(scope)
    }
    container.register(Int.self, name: "6", fileID: "Six.swift", line: 3) { _ in throw Spilled() }
    for _ in 1...2 {
      let error = try #require(container.reason(for: Int.self, name: "0"))
      #expect(error.code == .factoryFailed)
      #expect(error.underlyingError is Spilled)
      #expect(error.key.name == "6")
      #expect(error.location?.description == "Six.swift:3")
      #expect(error.path.count == 7)
    }
    container.register(Int.self, name: "6") { _ in 20 }
    #expect(try container.require(Int.self, name: "0") == 20)
  }

  @Test func `a factory may catch the reason of its dependency, and replace it by its own`() throws {
    container.register(Cup.self) { r in
      #expect(throws: ResolutionError.self) { try r.require(Tea.self) }
      return Cup()
    }.initCompleted { r, _ in #expect(throws: ResolutionError.self) { try r.require(Tea.self) } }
    #expect(throws: Never.self) { try container.require(Cup.self) }
    container.register(Menu.self) { r in
      do { _ = try r.require(Tea.self) } catch { throw Spilled() }
      return Menu()
    }
    let error = container.reason(for: Menu.self)
    #expect(error?.code == .factoryFailed)
    #expect(error?.underlyingError is Spilled)
    #expect(error?.pathInWords == ["'Menu'"])
  }

  @Test func `a failed forward can be tried again`() throws {
    let count = Counter()
    container.register(Flask.self) { _ in
      if count.next() == 1 { throw Spilled() }
      return Flask()
    }.implements(Bottle.self).inObjectScope(.container)
    #expect(container.reason(for: Bottle.self)?.underlyingError is Spilled)
    #expect(try container.require(Bottle.self) === container.require(Flask.self))
  }

  @Test func `keys are compared by type, name and arguments`() throws {
    func key<Service>(_ type: Service.Type, _ name: String) -> ServiceKey? {
      container.reason(for: type, name: name)?.key
    }
    let first = key(Tea.self, "green")
    #expect(key(Tea.self, "green") == first)
    #expect(key(Tea.self, "black") != first)
    #expect(key(Menu.self, "green") != first)
    #expect(container.reason(for: Tea.self, name: "green", 1)?.key != first)
    #expect(Set([first, key(Tea.self, "green")]).count == 1)
  }

  @Test func `codes have names`() {
    let codes: [ResolutionError.Code] = [.notRegistered, .loop, .factoryFailed, .containerGone, .needsAwait]
    #expect(
      codes.map { "\($0)" } == ["notRegistered", "loop", "factoryFailed", "containerGone", "needsAwait"])
  }
}
