import Facet

final class Database {
  init() async throws {}
}

protocol Rooms {}
protocol Prices {}
final class Book: Rooms, Prices {
  init(database: Database) {}
}

final class Keys {}
final class Desk {
  init(rooms: Rooms, keys: Lazy<Keys>) {}
}

struct HotelAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Database.self) { _ async throws in try await Database() }.inObjectScope(.container)
    container.register(Rooms.self) { r async throws in Book(database: try await r.requireAsync(Database.self))
    }
    .implements(Prices.self)
    container.register(Keys.self) { _ in Keys() }
    container.register(Desk.self) { r async throws in
      Desk(rooms: try await r.requireAsync(Rooms.self), keys: r.resolve(Lazy<Keys>.self)!)
    }
  }
}

final class Lobby {
  @Injected var keys: Keys
}

func open(_ container: Container) async throws {
  let desk = try await container.requireAsync(Desk.self)
  let prices: Prices = try await container.requireAsync()
  print(desk, prices, Lobby())
}
