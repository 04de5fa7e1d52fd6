import FacetStatic
import Pantry

/// A global actor of another module gets a name that says what it is.
typealias CellarActor = Cellar

struct Wine: FacetStatic.Resolver {
  enum Key { typealias Bottle = String }
  typealias Output = Key.Bottle

  @CellarActor func bottle() -> Key.Bottle { "a bottle from the cellar" }
}

struct Jam: FacetStatic.Resolver {
  enum Key { typealias Glass = String }
  typealias Output = Key.Glass

  @PantryActor func glass() -> Key.Glass { "a glass from the pantry" }
}
