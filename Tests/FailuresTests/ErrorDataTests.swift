import Facet
import FacetTestSupport
import Testing

private struct Tea {}
private struct Menu {}
private protocol Drink {}
extension Tea: Drink {}
private struct Spilled: Error, CustomStringConvertible { let description = "The cup fell." }

/// `ResolutionError` carries the reason as data, and what factories throw.
@Suite(.timeLimit(.minutes(20))) struct ErrorDataTests {
  private let container = Container()

  private func error<Service>(of type: Service.Type, name: String? = nil) throws -> ResolutionError {
    try #require(#expect(throws: ResolutionError.self) { try container.require(type, name: name) })
  }

  @Test func `a missing key is data`() throws {
    container.register(Menu.self) { r in
      _ = try r.require(Tea.self, name: "green", arguments: 1, "a")
      return Menu()
    }
    let error = try error(of: Menu.self)
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
    child.register(Drink.self, fileID: "Child.swift", line: 5) { _ in Tea() }
    let near = try error(of: Drink.self).nearMisses
    #expect(near.map(\.key.description) == ["'Drink' named \"hot\"", "'Drink'"])
    #expect(near.map(\.location.description) == ["Drink.swift:4", "Child.swift:5"])
    #expect(near.map { $0.target?.description } == ["'Tea' named \"black\"", nil])
    #expect(near.map(\.isInChild) == [false, true])
    withExtendedLifetime(child) {}
  }

  @Test func `a code prints its name`() throws {
    let error = try error(of: Tea.self)
    #expect("\(error.code)" == "notRegistered")
    #expect("\(ResolutionError.Code.needsAwait)" == "needsAwait")
  }

  @Test func `what a factory throws is the underlying error, with the place and the path`() throws {
    container.register(Tea.self, fileID: "Tea.swift", line: 3) { _ -> Tea in throw Spilled() }
    container.register(Menu.self, fileID: "Menu.swift", line: 4) { r in
      _ = try r.require(Tea.self)
      return Menu()
    }
    let error = try error(of: Menu.self)
    #expect(error.code == .factoryFailed)
    #expect(error.underlyingError is Spilled)
    #expect(ObjectIdentifier(error.key.serviceType) == ObjectIdentifier(Tea.self))
    #expect(
      error.description == """
        The factory of 'Tea' failed: The cup fell.

          Path:     Menu → Tea
          Places:   'Menu'   registered at Menu.swift:4
                    'Tea'    registered at Tea.swift:3

        To fix this, do one of:
          • Fix what the factory reports.
          • Catch the error in the factory.
        """)
  }

  @Test func `a factory may replace the reason of its dependency by its own`() throws {
    container.register(Menu.self) { r in
      do {
        _ = try r.require(Tea.self)
      } catch {
        throw Spilled()
      }
      return Menu()
    }
    let error = try error(of: Menu.self)
    #expect(error.code == .factoryFailed)
    #expect(error.underlyingError is Spilled)
    #expect(error.pathInWords == ["'Menu'"])
  }

  @Test func `a factory may catch the reason of its dependency`() throws {
    container.register(Menu.self) { r in
      #expect(throws: ResolutionError.self) { try r.require(Tea.self) }
      return Menu()
    }
    #expect(throws: Never.self) { try container.require(Menu.self) }
  }

  @Test func `a factory that throws is called again by the next resolve`() throws {
    let count = Counter()
    container.register(Tea.self) { _ -> Tea in
      if count.next() < 3 { throw Spilled() }
      return Tea()
    }.inObjectScope(.container)
    #expect(throws: ResolutionError.self) { try container.require(Tea.self) }
    #expect(throws: ResolutionError.self) { try container.require(Tea.self) }
    #expect(throws: Never.self) { try container.require(Tea.self) }
    #expect(count.value == 3)
  }

  @Test func `the place of a registration is where it is written`() throws {
    container.register(Tea.self, name: "black") { _ in Tea() }
    let line = #line - 1
    let location = try #require(error(of: Tea.self).nearMisses.first?.location)
    #expect(location.fileID == #fileID)
    #expect(location.line == line)
  }

  @Test func `keys are compared by type, name and arguments`() throws {
    let first = try error(of: Tea.self, name: "green").key
    #expect(try error(of: Tea.self, name: "green").key == first)
    #expect(try error(of: Tea.self, name: "black").key != first)
    #expect(try error(of: Menu.self, name: "green").key != first)
    #expect(Set([first, try error(of: Tea.self, name: "green").key]).count == 1)
  }

  @Test func `codes have names`() {
    let codes: [ResolutionError.Code] = [.notRegistered, .loop, .factoryFailed, .containerGone]
    #expect(codes.map { "\($0)" } == ["notRegistered", "loop", "factoryFailed", "containerGone"])
  }
}
