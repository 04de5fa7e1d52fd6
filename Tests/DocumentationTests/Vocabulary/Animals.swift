protocol Animal { var name: String { get } }
protocol Carnivore {}
protocol Domesticated { func come() }

final class Dog: Animal, Carnivore, Domesticated {
  let name: String
  let age: Int
  var tag: Tag?

  init() { (name, age) = ("", 0) }
  init(name: String) { (self.name, age) = (name, 0) }
  init(name: String, age: Int) { (self.name, self.age) = (name, age) }
  init(_ name: String, _ age: Int) { (self.name, self.age) = (name, age) }

  func come() {}
}

final class Tag {}

struct Cat: Animal, Carnivore {
  var name = ""
}

final class PetOwner {
  let pet: any Animal
  init(pet: any Animal) { self.pet = pet }
}
