import FacetStatic

/// Errors in several spellings, words of the language as labels, raw names, aliases of keys.
struct Kitchen: Resolver {
  typealias K = Key

  enum Key {
    typealias `black tea` = String
    typealias `default` = Int
    typealias Sugar = Double
    typealias Cup = [String]
  }

  typealias Output = (K.Cup)

  struct Failure: Error {}

  func tea() throws(Failure) -> Key.`black tea` { "black tea" }
  func number() throws(Kitchen.Failure) -> (Key.`default`) { 2 }
  func sugar() throws(Self.Failure) -> K.Sugar { 0.5 }

  func cup(
    isolated tea: Key.`black tea`, `inout` number: Key.`default`,
    __owned sugar: ThrowingLazy<K.Sugar, Failure>
  ) throws(Client.Kitchen.Failure) -> Output { [tea, "\(number)", "\(try sugar.value)"] }
}

/// Nobody has a value of it.
enum Menu: Resolver {
  enum Key {
    typealias Line = String
    typealias Price = Int
  }

  typealias Output = Key.Line

  static func line(price: Lazy<Key.Price>) -> Key.Line { "tea \(price.value)" }
  static func price() -> Key.Price { 3 }
}
