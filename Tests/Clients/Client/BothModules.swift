import Facet
import FacetStatic

/// The names that both modules have are written with their module.
struct Shop: FacetStatic.Resolver {
  enum Key {
    typealias Store = Container
    typealias Sign = String
  }

  typealias Output = Key.Store

  func store(sign: FacetStatic.Lazy<Key.Sign>) -> Key.Store {
    let container = Container()
    container.register(String.self) { [sign = sign.value] _ in sign }
    return container
  }

  // Settler's spelling, which the compiler says how to change.
  func sign(price: FacetStatic.Lazy<Price>) -> Key.Sign { "open \(price.resolve())" }
}

extension Shop {
  typealias Price = Key.Price
  func price() -> Price { 3 }
}

extension Shop.Key {
  typealias Price = Int
}
