/// Puts the day into words: the plan, then the bills.
final class DayReport {
  private let clinic: Clinic
  private let records: any RecordReading

  init(clinic: Clinic, records: any RecordReading) {
    self.clinic = clinic
    self.records = records
  }

  /// The whole text, without a line break at its end.
  func text() throws -> String {
    let date = try records.date
    let title = ["\(clinic.name), \(date.longText)", "On duty: \(clinic.vet.name)"]
    let parts = [title] + Session.allCases.map(plan) + [bills(date)]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: - The plan

  private func plan(_ session: Session) -> [String] {
    let visits = records.plannedVisits.filter { session.contains($0.visit.hours) }
    let heading = "\(session.rawValue.uppercased()), \(session.hours.text)"
    guard !visits.isEmpty else { return [heading, "  no visits"] }
    return [heading] + visits.flatMap(lines) + vaccineLines(session)
  }

  private func lines(_ planned: PlannedVisit) -> [String] {
    let patient = planned.patient
    let title = planned.visit.reason.title.padded(to: 14)
    var lines = [
      "  \(planned.visit.hours.text)  \(title)\(patient.name), \(patient.species.rawValue), "
        + "\(patient.weight.text) kg (\(planned.payer.text))"
    ]
    func add(_ label: String, _ text: String) {
      lines.append("".padded(to: 15) + label.padded(to: 14) + text)
    }
    if let preparation = planned.preparation { add("  before", preparation) }
    if let vial = planned.treatment.vaccineVial { add("  give", "vaccine, 1 dose from vial \(vial)") }
    for dose in planned.treatment.doses { add("  give", dose.text) }
    add("  feed", planned.feeding)
    return lines
  }

  private func vaccineLines(_ session: Session) -> [String] {
    records.vaccineUses.filter { $0.session == session && $0.vials > 0 }.map { use in
      "  Vaccine: \(count(use.vials, "vial")) opened, \(count(use.discardedDoses, "dose")) discarded"
    }
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  // MARK: - The bills

  private func bills(_ date: CalendarDay) -> [String] {
    var payers: [Payer] = []
    for charge in records.charges where !payers.contains(charge.payer) { payers.append(charge.payer) }
    guard !payers.isEmpty else { return ["BILLS", "  none: nothing that was done costs anything"] }
    let bills = payers.enumerated().map { index, payer in
      bill("\(date.text)/\(index + 1)", to: payer)
    }.joined(separator: [""])
    return ["BILLS"] + bills + ["", "  Signed: \(clinic.vet.signature)"]
  }

  private func bill(_ number: String, to payer: Payer) -> [String] {
    let charges = records.charges.filter { $0.payer == payer }
    let items = charges.flatMap(\.items).map { row($0.text, $0.price) }
    let total = charges.map(\.total).reduce(.zero, +)
    return ["  \(number)  \(payer.text)"] + items + [row("Total", total)]
  }

  private func row(_ text: String, _ price: Money) -> String {
    "    " + text.padded(to: 36) + price.description.padded(to: 10, onLeft: true)
  }
}

extension String {
  /// The text with spaces up to a width, at its end or on its left.
  fileprivate func padded(to width: Int, onLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return onLeft ? spaces + self : self + spaces
  }
}
