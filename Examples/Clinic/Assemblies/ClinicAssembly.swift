import Facet

/// The practice: what is there all day.
struct ClinicAssembly: Assembly {
  func assemble(container: Container) {
    // A clinic needs its vet, and the vet belongs to the clinic: each gets the other when it is there. So neither
    // is built twice, whichever is asked for first.
    container.register(Clinic.self) { resolver in
      Clinic(name: "Riverside Animal Clinic", vet: try resolver.require())
    }
    .inObjectScope(.container)
    container.register(Vet.self) { Vet(name: "Dr Ines Duarte") }
      .initCompleted { resolver, vet in vet.clinic = resolver.resolve(Clinic.self) }
      .inObjectScope(.container)

    container.register { VaccineTray() }.inObjectScope(.session)

    container.register { PriceList() }
    container.register(Billing.self) { resolver in
      Billing(prices: try resolver.require(), records: try resolver.require())
    }
    .inObjectScope(.container)
    container.register(DayReport.self) { resolver in
      DayReport(clinic: try resolver.require(), records: try resolver.require())
    }
  }
}
