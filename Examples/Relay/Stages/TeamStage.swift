import Facet

/// Adds the team that answers for the path of an event.
///
/// It is made for each input, and asks the directory once for each section that is new in it.
actor TeamStage: Stage {
  /// Connecting takes a while, and an input without a path needs no directory.
  private let directory: AsyncLazy<any TeamDirectory>

  /// The team of each known section, or the knowledge that it has none.
  private var known: [ArraySlice<UInt8>: String?] = [:]
  private let limit = 1_000

  init(directory: AsyncLazy<any TeamDirectory>) {
    self.directory = directory
  }

  func process(_ batch: inout Batch) async throws {
    try await learn(unknownSections(of: batch))
    for index in batch.lines.indices {
      guard case .event(var event) = batch.lines[index].state, let section = section(of: event, in: batch)
      else { continue }
      event.team = known[section] ?? nil
      batch.lines[index].state = .event(event)
    }
  }

  /// Asks for sections; if that fails, nothing has changed.
  private func learn(_ sections: Set<ArraySlice<UInt8>>) async throws {
    guard !sections.isEmpty else { return }
    let names = sections.map { String(decoding: $0, as: UTF8.self) }.sorted()
    let teams = try await directory.require().teams(of: names)
    for section in sections {
      // A copy: the slice would keep the text of its whole batch alive.
      known[ArraySlice(Array(section))] = .some(teams[String(decoding: section, as: UTF8.self)])
    }
  }

  private func unknownSections(of batch: Batch) -> Set<ArraySlice<UInt8>> {
    // Whoever invents paths must not fill the memory.
    if known.count > limit { known = [:] }
    var unknown: Set<ArraySlice<UInt8>> = []
    for line in batch.lines {
      guard case .event(let event) = line.state, let section = section(of: event, in: batch) else { continue }
      if known[section] == nil { unknown.insert(section) }
    }
    return unknown
  }

  // `tickets` of `/tickets/7?day=1`
  private func section(of event: Event, in batch: Batch) -> ArraySlice<UInt8>? {
    let path = batch.bytes[event.path]
    guard path.first == UInt8(ascii: "/") else { return nil }
    let section = path.dropFirst().prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    return section.isEmpty ? nil : section
  }
}
