import RecipesCore
import Swinject
import SwiftUI

public protocol ListFactory {
  func makeList() -> ListModel
}

public final class ListModel {
  public init(repository: RecipeRepository, formatter: RecipesCore.Formatter) {}
}

public struct ListFactoryLive: ListFactory {
  let resolver: Resolver

  public func makeList() -> ListModel {
    ListModel(
      repository: resolver.resolve(RecipeRepository.self)!,
      formatter: resolver.resolve(RecipesCore.Formatter.self)!)
  }
}

public struct UIAssembly: Assembly {
  public init() {}

  public func assemble(container: Container) {
    container.register(ListFactory.self) { ListFactoryLive(resolver: $0) }
    container.register(Theme.self) { _ in Theme.standard }
  }
}

struct Theme {
  static var standard: Theme { Theme() }
}

extension View {
  func themed(_ resolver: Resolver) -> some View {
    let theme = resolver.resolve(Theme.self)!
    return environment(\.theme, theme)
  }
}
