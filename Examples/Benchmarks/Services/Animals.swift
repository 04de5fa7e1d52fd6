protocol Carnivore: Sendable {
  var name: String { get }
}

/// A service that is made with an argument.
final class Dog: Carnivore {
  let name: String

  @inline(never)
  init(name: String) { self.name = name }
}

/// A service that is made with three arguments.
final class Visit: Sendable {
  let animal: String
  let day: Int
  let fee: Double

  @inline(never)
  init(animal: String, day: Int, fee: Double) {
    self.animal = animal
    self.day = day
    self.fee = fee
  }
}
