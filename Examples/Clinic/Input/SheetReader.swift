import Foundation

/// Reads the sheet of a day.
struct SheetReader {
  /// Reads and checks a sheet.
  ///
  /// - Parameter file: the path of a JSON file.
  /// - Returns: the records, consistent: every reference leads somewhere.
  /// - Throws: a ``SheetError``.
  func read(_ file: String) throws -> DayRecords {
    let day: DayRecords
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      day = try JSONDecoder().decode(DayRecords.self, from: data)
    } catch let error as DecodingError {
      throw SheetError(file: file, problems: [SheetError.text(of: error)])
    } catch {
      throw SheetError(file: file, problems: [error.localizedDescription])
    }
    let problems = day.problems
    guard problems.isEmpty else { throw SheetError(file: file, problems: problems) }
    return day
  }
}

/// Why a sheet cannot be used, in words for the user.
struct SheetError: Error, CustomStringConvertible {
  let file: String
  let problems: [String]

  var description: String { problems.map { "\(file): \($0)" }.joined(separator: "\n") }

  /// What `JSONDecoder` found wrong, and where.
  static func text(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      place(context) + "The field '\(key.stringValue)' is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      place(context) + context.debugDescription
    @unknown default: "\(error)"
    }
  }

  /// The way to a value, such as `visits[3].reason`.
  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    return path.isEmpty ? "" : "\(path.joined().drop { $0 == "." }): "
  }
}

extension DayRecords {
  /// What fits no other entry of the sheet.
  fileprivate var problems: [String] {
    let (known, payers) = (Set(animals.map(\.id)), Set(owners.map(\.id)))
    var problems: [String] = []
    for animal in animals where animal.species.isWild != (animal.ownerID == nil) {
      problems.append(
        "\(animal.name): a \(animal.species.rawValue) has \(animal.species.isWild ? "no" : "an") owner.")
    }
    for case (let animal, let owner?) in animals.map({ ($0, $0.ownerID) }) where !payers.contains(owner) {
      problems.append("\(animal.name): no owner has the id '\(owner)'.")
    }
    for visit in visits where !known.contains(visit.animalID) {
      problems.append("The visit at \(visit.hours.text): no animal has the id '\(visit.animalID)'.")
    }
    for visit in visits where !Session.allCases.contains(where: { $0.contains(visit.hours) }) {
      problems.append("The visit at \(visit.hours.text): the clinic is not open.")
    }
    for (visit, next) in zip(visits, visits.dropFirst()) where visit.hours.overlaps(next.hours) {
      problems.append("The visit at \(next.hours.text) begins before that at \(visit.hours.text) ends.")
    }
    return problems
  }
}
