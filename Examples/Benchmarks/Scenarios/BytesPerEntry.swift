import Facet

extension Scenario {
  static var bytesPerEntry: [Scenario] {
    [
      Scenario(
        name: "bytes per entry",
        shows: "Memory for each of a thousand registrations; by hand for a closure in a dictionary.",
        goal: .atMost(260), figure: .bytes, unit: .bytes
      ) { _ in
        let facet = FreshProcess.number(Task.bytesInContainer)
        return Measurement(
          hand: FreshProcess.number(Task.bytesByHand), facet: facet, figure: facet)
      }
    ]
  }
}

/// The growth of a process with many containers of a thousand entries each.
enum BytesPerEntry {
  static func byHand() -> Double {
    perEntry(ThousandRegistrations.byHand)
  }

  static func inContainer() -> Double {
    perEntry(ThousandRegistrations.inContainer)
  }

  /// Makes the first one before the first look at the memory: types are described only once in a process.
  private static func perEntry<Made>(_ make: () -> Made) -> Double {
    let copies = 100
    var made = [make()]
    made.reserveCapacity(copies + 1)
    guard let before = residentBytes() else { return .nan }
    for _ in 0..<copies { made.append(make()) }
    guard let after = residentBytes() else { return .nan }
    return withExtendedLifetime(made) {
      Double(after - before) / Double(copies * ThousandRegistrations.count)
    }
  }
}
