import Facet
import FacetInspection

@testable import clinic

/// The clinic's containers, as a visit finds them, and what a verification is told about them.
struct ClinicWiring {
  let room: Container
  private let species: Species

  /// Makes the containers; `species` is that of the visit's animal.
  init(species: Species = .dog) {
    self.species = species
    let container = Container()
    container.failureHandler = { _ in }
    let assembler = Assembler(
      [InputAssembly(), StoreAssembly(), AnimalAssembly(), ClinicAssembly(), ConsultationAssembly()],
      container: container)
    let visit = Assembler([VisitAssembly(visit: ClinicWiring.visit(of: species))], parent: assembler)
    guard let room = visit.resolver as? Container else {
      fatalError("An assembler resolves by its container")
    }
    self.room = room
  }

  /// Makes a copy of the containers with changes.
  init(species: Species = .dog, _ change: (inout ContainerCopier) -> Void) {
    self.species = species
    var copier = ContainerCopier()
    change(&copier)
    room = copier.copy(ClinicWiring(species: species).room, includingParents: true)
    room.failureHandler = { _ in }
  }

  func verify() -> VerificationReport {
    room.verify { options in
      let store = RecordStore()
      store.begin(ClinicWiring.day)
      options.use(store)
      for species in Species.allCases {
        options.arguments(for: Animal.self, name: species.rawValue, ClinicWiring.record(of: species))
      }
    }
  }

  private static let day = DayRecords(
    date: CalendarDay("2025-05-14")!,
    owners: [Owner(id: "owner", name: "Ada", phone: "1")],
    animals: Species.allCases.map(record), visits: Species.allCases.map(visit))

  private static func record(of species: Species) -> AnimalRecord {
    AnimalRecord(
      id: species.rawValue, name: "Rex", species: species, weight: 4,
      ownerID: species == .barnOwl ? nil : "owner")
  }

  private static func visit(of species: Species) -> Visit {
    let start = TimeOfDay(hour: 9, minute: 0)
    return Visit(
      animalID: species.rawValue, reason: .injury, hours: start..<start.advanced(byMinutes: 30))
  }
}
