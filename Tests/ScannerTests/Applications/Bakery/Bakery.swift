import Swinject

protocol Oven {}
protocol Recipes {}
protocol Till {}
struct StoneOven: Oven {}
struct Book: Recipes { let pages: Int }
final class CashTill: Till {}
final class Counter {
  init(till: Till, oven: Oven) {}
}

struct BakeryAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Till.self) { _ in CashTill() }.inObjectScope(.container)
    container.register(Counter.self) { r in
      Counter(till: r.resolve(Till.self)!, oven: r.resolve(Oven.self)!)
    }
  }
}

final class Bakery {
  private let injector: Injecting = Injector()

  func open() {
    let oven: StoneOven = .init()
    injector.assemble([BakeryAssembly()])
    injector.register(Oven.self, oven)
    injector.register(Recipes.self, makeBook())
    Shelf(injector: injector).fill()
  }

  private func makeBook() -> Book { Book(pages: 12) }
}

struct Shelf {
  let injector: Resolving

  func fill() {
    let recipes = injector.resolve(Recipes.self)  // unseen
    let counter = injector.resolve(Counter.self)  // unseen
    print(recipes, counter)
  }
}
