import Swinject
import XCTest

@testable import RecipesCore

final class RecipesTests: XCTestCase {
  func testFakes() {
    let container = Container()
    container.register(RecipeRepository.self) { _ in FakeRepository() }
    container.register(Database.self) { _ in Database(path: "") }
    XCTAssertNotNil(container.resolve(RecipeRepository.self))
    XCTAssertNil(container.resolve(Ingredient.self))
    XCTAssertNotNil(container.resolve(Ingredient?.self))
  }
}

private final class FakeRepository: RecipeRepository {}
