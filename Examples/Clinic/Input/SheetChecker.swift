/// All that is wrong with a sheet.
struct SheetProblems: Error {
  let problems: [SheetProblem]
}

/// Turns a sheet into records, and collects whatever does not make sense on the way.
struct SheetChecker {
  let sheet: DaySheet
  private var problems: [SheetProblem] = []

  init(_ sheet: DaySheet) {
    self.sheet = sheet
  }

  /// The records of the sheet.
  ///
  /// - Throws: ``SheetProblems`` with every problem there is.
  mutating func records() throws -> DayRecords {
    let date = date()
    let owners = owners()
    let animals = animals()
    let visits = visits()
    guard problems.isEmpty, let date else { throw SheetProblems(problems: problems) }
    return DayRecords(date: date, owners: owners, animals: animals, visits: visits)
  }

  mutating func report(_ path: SheetPath, _ fact: String, near: [String] = [], remedy: String) {
    problems.append(SheetProblem(path: path, fact: fact, near: near, remedy: remedy))
  }

  private mutating func date() -> CalendarDay? {
    let date = CalendarDay(sheet.date)
    if date == nil {
      report(
        .root.key("date"), "There is no day \(quoted(sheet.date)).",
        remedy: "write year, month and day of a real day: \"2025-05-14\".")
    }
    return date
  }

  /// A text that fits in a line of the plan.
  mutating func checkLine(_ text: String, at path: SheetPath) {
    if text.allSatisfy(\.isWhitespace) {
      report(path, "The text is empty.", remedy: "fill it in.")
    } else if text.count > 60 || printable(text) != text {
      report(
        path, "The text does not fit in a line of the plan.",
        remedy: "write at most 60 characters, without line breaks and control characters.")
    }
  }

  /// An id that tells one record from all others.
  mutating func checkID(_ id: String, at path: SheetPath, among known: inout Set<String>) {
    checkLine(id, at: path)
    if !known.insert(id).inserted {
      report(
        path, "The id \(quoted(id)) is taken by an entry above.", remedy: "give each entry an id of its own.")
    }
  }
}
