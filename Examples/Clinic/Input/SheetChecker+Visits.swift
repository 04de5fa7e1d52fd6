extension SheetChecker {
  /// The visits in the order of their times.
  mutating func visits() -> [Visit] {
    var visits: [(path: SheetPath, visit: Visit)] = []
    for (index, entry) in sheet.visits.enumerated() {
      let path = SheetPath.root.key("visits").index(index)
      checkAnimal(entry.animal, at: path.key("animal"))
      let reason = reason(entry.reason, at: path.key("reason"))
      guard let hours = hours(entry, at: path), let reason else { continue }
      visits.append((path, Visit(animalID: entry.animal, reason: reason, hours: hours)))
    }
    visits.sort { $0.visit.hours.lowerBound < $1.visit.hours.lowerBound }
    checkOverlaps(visits)
    return visits.map(\.visit)
  }

  /// Compares each visit with the one that ends last of those before.
  private mutating func checkOverlaps(_ visits: [(path: SheetPath, visit: Visit)]) {
    guard var last = visits.first else { return }
    for next in visits.dropFirst() {
      if next.visit.hours.lowerBound < last.visit.hours.upperBound {
        report(
          next.path.key("time"),
          "The visit at \(next.visit.hours.text) begins before \(last.path) at \(last.visit.hours.text) ends.",
          remedy: "move or shorten one of the two: there is one vet.")
      }
      if last.visit.hours.upperBound < next.visit.hours.upperBound { last = next }
    }
  }

  private mutating func checkAnimal(_ id: String, at path: SheetPath) {
    let ids = sheet.animals.map(\.id)
    if !ids.contains(id) {
      report(
        path, "No animal has the id \(quoted(id)).", near: nearest(to: id, among: ids),
        remedy: "write the id of one of \"animals\", or add the animal there.")
    }
  }

  private mutating func reason(_ word: String, at path: SheetPath) -> Reason? {
    let reason = Reason(rawValue: word)
    if reason == nil {
      let known = Reason.allCases.map(\.rawValue)
      report(
        path, "There is no visit for the reason \(quoted(word)).", near: nearest(to: word, among: known),
        remedy: "write one of these: \(known.joined(separator: ", ")).")
    }
    return reason
  }

  private mutating func hours(_ entry: DaySheet.VisitEntry, at path: SheetPath) -> Range<TimeOfDay>? {
    guard let minutes = Int(exactly: entry.minutes), (5...180).contains(minutes) else {
      report(
        path.key("minutes"), "No visit takes \(entry.minutes.text) minutes.",
        remedy: "write a whole number from 5 to 180.")
      return nil
    }
    guard let start = TimeOfDay(entry.time) else {
      report(
        path.key("time"), "There is no time \(quoted(entry.time)).",
        remedy: "write hours and minutes with two digits each: \"08:30\".")
      return nil
    }
    // Not wrapped around midnight: an end on the next day is outside of all sessions.
    let hours = start..<TimeOfDay(minutes: start.minutes + minutes)
    guard Session.allCases.contains(where: { $0.contains(hours) }) else {
      let open = Session.allCases.map(\.hours.text).joined(separator: " and ")
      report(
        path.key("time"),
        "The clinic is not open from \(hours.lowerBound) to \(start.advanced(byMinutes: minutes)).",
        remedy: "move the visit into the sessions: \(open).")
      return nil
    }
    return hours
  }
}
