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
    let types = [error.key.serviceType] + error.key.argumentTypes
    #expect(types.map { "\($0)" } == ["Tea", "Int", "String"] && error.key.name == "green")
    #expect(error.pathInWords == ["'Menu'", "'Tea' named \"green\" with arguments (Int, String)"])
    #expect(error.code == .notRegistered && error.nearMisses.isEmpty)
    #expect(error.underlyingError == nil && error.location == nil)
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
      let error = expectFailure(.factoryFailed, path: (0...6).map { "'Int' named \"\($0)\"" }) {
        try container.require(Int.self, name: "0")
      }
      #expect(error?.underlyingError is Spilled && error?.key == error?.path.last)
      #expect(error?.location?.description == "Six.swift:3")
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
    let error = expectFailure(.factoryFailed, path: ["'Menu'"]) { try container.require(Menu.self) }
    #expect(error?.underlyingError is Spilled)
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
    let green = container.reason(for: Tea.self, name: "green")?.key
    let keys = [
      green, container.reason(for: Tea.self, name: "black")?.key,
      container.reason(for: Menu.self, name: "green")?.key,
      container.reason(for: Tea.self, name: "green", 1)?.key,
    ]
    let again = container.reason(for: Tea.self, name: "green")?.key
    #expect(keys.map { $0 == again } == [true, false, false, false] && Set([green, again]).count == 1)
  }

  @Test func `codes have names`() {
    let codes: [ResolutionError.Code] = [.notRegistered, .loop, .factoryFailed, .containerGone, .needsAwait]
    #expect(
      codes.map { "\($0)" } == ["notRegistered", "loop", "factoryFailed", "containerGone", "needsAwait"])
  }
}
