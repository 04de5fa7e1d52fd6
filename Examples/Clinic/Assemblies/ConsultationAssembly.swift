import Facet

/// What a visit needs.
///
/// Registered once, for all visits; each builds it in its own container, from what ``VisitAssembly`` adds there, and ends it with that.
struct ConsultationAssembly: Assembly {
  func assemble(container: Container) {
    container.register(AnimalRecord.self) { resolver in
      let visit = try resolver.require(Visit.self)
      return try resolver.require(RecordReading.self).animal(withID: visit.animalID)
    }
    .inObjectScope(.scoped)
    container.register(Payer.self) { resolver in
      guard let pet = try resolver.patient(as: Domesticated.self) else { return .wildlifeFund }
      return .owner(pet.owner)
    }
    .inObjectScope(.scoped)
    container.register(FeedingGuide.self) { resolver in
      FeedingGuide(
        patient: try resolver.requirePatient(as: Animal.self),
        carnivore: try resolver.patient(as: Carnivore.self))
    }
    .inObjectScope(.scoped)
    container.register(Consultation.self) { resolver in
      Consultation(
        visit: try resolver.require(), patient: try resolver.requirePatient(as: Animal.self),
        payer: try resolver.require(), vet: try resolver.require(), tray: try resolver.require(),
        feeding: try resolver.require(), billing: try resolver.require(), records: try resolver.require())
    }
    .inObjectScope(.scoped)
  }
}

extension Resolver {
  /// The animal of the visit in one of its roles: in each it is the same.
  fileprivate func requirePatient<Role>(as type: Role.Type) throws -> Role {
    let record = try require(AnimalRecord.self)
    return try require(type, name: record.species.rawValue, argument: record)
  }

  /// The same, or `nil` if its species does not have the role.
  fileprivate func patient<Role>(as type: Role.Type) throws -> Role? {
    let record = try require(AnimalRecord.self)
    return optional(type, name: record.species.rawValue, argument: record)
  }
}
