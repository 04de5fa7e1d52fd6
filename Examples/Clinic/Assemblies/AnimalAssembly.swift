import Facet

/// The animals, made from their records.
///
/// Each species can be resolved as whatever it is: for `"rabbit"` there is no `Carnivore`. A visit has its animal to itself.
struct AnimalAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Animal.self, name: Species.dog.rawValue) { resolver, record in
      Dog(record: record, owner: try resolver.requireOwner(of: record))
    }
    .inObjectScope(.scoped)
    .implements(Carnivore.self, name: Species.dog.rawValue)
    .implements(Domesticated.self, name: Species.dog.rawValue)

    container.register(Animal.self, name: Species.cat.rawValue) { resolver, record in
      Cat(record: record, owner: try resolver.requireOwner(of: record))
    }
    .inObjectScope(.scoped)
    .implements(Carnivore.self, name: Species.cat.rawValue)
    .implements(Domesticated.self, name: Species.cat.rawValue)

    container.register(Animal.self, name: Species.ferret.rawValue) { resolver, record in
      Ferret(record: record, owner: try resolver.requireOwner(of: record))
    }
    .inObjectScope(.scoped)
    .implements(Carnivore.self, name: Species.ferret.rawValue)
    .implements(Domesticated.self, name: Species.ferret.rawValue)

    container.register(Animal.self, name: Species.rabbit.rawValue) { resolver, record in
      Rabbit(record: record, owner: try resolver.requireOwner(of: record))
    }
    .inObjectScope(.scoped)
    .implements(Domesticated.self, name: Species.rabbit.rawValue)

    container.register(Animal.self, name: Species.barnOwl.rawValue) { _, record in BarnOwl(record: record) }
      .inObjectScope(.scoped)
      .implements(Carnivore.self, name: Species.barnOwl.rawValue)
  }
}

extension Resolver {
  fileprivate func requireOwner(of animal: AnimalRecord) throws -> Owner {
    try require(RecordReading.self).owner(of: animal)
  }
}
