import Facet
import Foundation

/// The application: the one place that knows the container.
final class ClinicDay {
  private let container = Container()
  private let assembler: Assembler

  init() {
    assembler = Assembler(
      [
        InputAssembly(), StoreAssembly(), AnimalAssembly(), ClinicAssembly(), ConsultationAssembly(),
      ], container: container)
  }

  /// Plans the day of a sheet.
  ///
  /// - Parameter sheet: the path of the JSON file.
  /// - Returns: the plan and the bills.
  /// - Throws: a ``SheetError`` that tells the user what to mend.
  func plan(sheet: String) throws -> String {
    let day = try container.require(SheetReader.self).read(sheet)
    try container.require(RecordWriting.self).begin(day)
    for session in Session.allCases { try plan(session) }
    return try container.require(DayReport.self).text()
  }

  private func plan(_ session: Session) throws {
    for visit in try container.require(RecordReading.self).visits(in: session) {
      let room = Assembler([VisitAssembly(visit: visit)], parent: assembler)
      try room.resolver.require(Consultation.self).plan()
      try room.container.close()
    }
    let tray = try container.require(VaccineTray.self)
    try container.require(RecordWriting.self)
      .add(VaccineUse(session: session, vials: tray.vials, discardedDoses: tray.dosesLeft))
    try container.close(.session)
  }
}
