import Facet

/// One visit, from the preparation to the bill.
final class Consultation {
  private let visit: Visit
  private let patient: any Animal
  private let payer: Payer
  private let vet: Vet
  private let tray: VaccineTray
  private let feeding: FeedingGuide
  private let billing: Lazy<Billing>
  private let records: any RecordWriting

  init(
    visit: Visit, patient: any Animal, payer: Payer, vet: Vet, tray: VaccineTray, feeding: FeedingGuide,
    billing: Lazy<Billing>, records: any RecordWriting
  ) {
    self.visit = visit
    self.patient = patient
    self.payer = payer
    self.vet = vet
    self.tray = tray
    self.feeding = feeding
    self.billing = billing
    self.records = records
  }

  /// Plans the visit, and charges it unless it is free.
  func plan() {
    let treatment = vet.treat(patient, for: visit.reason, from: tray)
    let planned = PlannedVisit(
      visit: visit, patient: patient.record, payer: payer,
      preparation: feeding.preparation(forSedationAt: visit.hours.lowerBound), treatment: treatment,
      feeding: feeding.ration)
    records.add(planned)
    if !visit.reason.isFree {
      billing.instance.charge(planned)
    }
  }
}
