import RecipesCore
import RecipesUI
import Swinject

@main
struct RecipesApp {
  private static let assembler = Assembler()

  static func main() {
    assembler.apply(assemblies: [CoreAssembly(), UIAssembly(), ShoppingAssembly()])
    let lists = assembler.resolver.resolve(RecipesUI.ListFactory.self)!
    let shopping = assembler.resolver.resolve(ShoppingList.self, argument: [Ingredient()])
    print(lists.makeList(), shopping as Any)
  }
}

private final class ShoppingAssembly: Assembly {
  func assemble(container: Container) {
    container.register(ShoppingList.self) { resolver, ingredients in
      ShoppingList(
        ingredients: ingredients,
        repository: resolver.resolve((any RecipesCore.RecipeRepository).self)!)
    }
  }
}

struct ShoppingList {
  let ingredients: [Ingredient]
  let repository: RecipeRepository
}
