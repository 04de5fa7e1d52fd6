import Facet

struct Order: Sendable {}

actor Database {
  static func open() async throws -> Database { Database() }
  func close() {}
}

actor Transaction {
  init(_ database: Database) {}
  func save(_ order: Order) async throws {}
  func rollBackUnlessDone() {}
}
