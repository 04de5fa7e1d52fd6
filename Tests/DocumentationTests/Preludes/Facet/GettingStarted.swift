final class Dog: Animal {
  let name: String
  init(name: String, age: Int) { self.name = name }
}

final class Visit {
  init(number: Int) {}
}
