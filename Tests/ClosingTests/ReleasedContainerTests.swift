import Facet
import FacetTestSupport
import Testing

private final class Connection: Sendable {}
private final class Transaction: Sendable {}
private final class Cache: Sendable {}

/// A container that is released without a close says once which ends it has lost.
@Suite struct ReleasedContainerTests {
  private let said = Recorder<String>()

  private func application(with count: Int) -> Container {
    let app = Container()
    app.failureHandler = { [said] error in said.add("\(error.code): \(error)") }
    app.register(Cache.self) { _ in Cache() }.inObjectScope(.scoped)
    if count > 0 {
      app.register(Connection.self, fileID: "Town.swift", line: 1) { _ in Connection() }
        .inObjectScope(.scoped).onClose { _ in }
    }
    if count > 1 {
      app.register(Transaction.self, fileID: "Town.swift", line: 2) { _ in Transaction() }
        .inObjectScope(.scoped).onClose { _ in }
    }
    return app
  }
  private func use(_ container: Container) {
    _ = container.optional(Cache.self)
    _ = container.optional(Connection.self)
    _ = container.optional(Transaction.self)
  }

  @Test func `a child names the first service, and a closure as the remedy`() {
    use(Container(parent: application(with: 2)))
    #expect(
      said.all == [
        """
        endFailed: 'Transaction' and another service were released with a container that nobody had closed, and no onClose ran.

          Path:    Transaction
          Place:   registered at Town.swift:2

        To fix this, do one of:
          • Give the child to a closure, which closes it: try await container.withChild { child in … }
          • Close it: try await container.closeAsync()
        """
      ])
  }
  @Test func `a container without a parent has its close as the remedy`() {
    do {
      let app = application(with: 1)
      use(app)
    }
    #expect(
      said.all == [
        """
        endFailed: 'Connection' was released with a container that nobody had closed, and no onClose ran.

          Path:    Connection
          Place:   registered at Town.swift:1

        To fix this, do one of:
          • Close it: try await container.closeAsync()
        """
      ])
  }
  @Test func `nothing is said without such services, after a close, and of what was never built`() throws {
    use(Container(parent: application(with: 0)))
    let app = application(with: 2)
    let request = Container(parent: app)
    use(request)
    try request.close()
    _ = Container(parent: app)
    #expect(said.all == [])
  }
  @Test func `nothing is said where the close of a parent ends the services`() throws {
    let app = application(with: 2)
    var request: Container? = Container(parent: app)
    use(request!)
    try app.close()
    request = nil
    #expect(said.all == [])
  }
  @Test func `an overriding copy, which a test drops, is not reported`() {
    let app = application(with: 2)
    do {
      let overriding = app.overriding { $0.register(Cache.self) { _ in Cache() } }
      use(overriding)
    }
    #expect(said.all == [])
  }
}
