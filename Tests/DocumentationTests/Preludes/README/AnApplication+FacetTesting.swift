import Facet

protocol Animal { var name: String { get } }

final class Dog: Animal {
  let name: String
  init(name: String) { self.name = name }
}

struct Walk {
  @Injected var pet: any Animal
}
