/// Charges visits.
///
/// Built when the first visit of the day costs something.
final class Billing {
  private let prices: PriceList
  private let records: any RecordWriting

  init(prices: PriceList, records: any RecordWriting) {
    self.prices = prices
    self.records = records
  }

  /// Writes down what a visit costs, and whom.
  func charge(_ planned: PlannedVisit) {
    let reason = planned.visit.reason
    var charge = Charge(payer: planned.payer)
    charge.add("\(reason.title), \(planned.patient.name)", prices.fee(for: reason))
    if planned.treatment.vaccineVial != nil {
      charge.add("  vaccine, 1 dose", prices.vaccine)
    }
    for dose in planned.treatment.doses {
      charge.add("  \(dose.text)", prices.price(of: dose.medicine) * dose.milligrams)
    }
    if planned.payer == .wildlifeFund {
      charge.add("  given by the clinic", charge.total * -prices.wildlifeDiscount)
    }
    records.add(charge)
  }
}
