import Swinject

public protocol RecipeRepository {}
public struct Ingredient {}

final class LocalRepository: RecipeRepository {
  init(database: Database) {}
}

final class Database {
  init(path: String) {}
}

public final class CoreAssembly: Assembly {
  public init() {}

  public func assemble(container: Container) {
    container.register(Database.self) { _ in Database(path: "recipes") }.inObjectScope(.container)
    container.register(RecipeRepository.self) { r in
      LocalRepository(database: r.resolve(Database.self)!)
    }
    container.register(Formatter.self) { _ in Formatter() }
  }
}

public struct Formatter {}
