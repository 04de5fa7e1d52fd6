import Facet

/// Adds the team that answers for the path of an event.
///
/// It is made for each input, and asks the directory once for each section that is new in it.
actor TeamStage: Stage {
  /// Connecting takes a while, and an input without a path needs no directory.
  private let directory: AsyncLazy<any TeamDirectory>

  /// The team of each known section, or the knowledge that it has none.
  private var known: [String: String?] = [:]
  private let limit = 1_000

  init(directory: AsyncLazy<any TeamDirectory>) {
    self.directory = directory
  }

  func process(_ batch: inout Batch) async throws {
    // Whoever invents paths must not fill the memory.
    if known.count > limit { known = [:] }
    let events = batch.lines.compactMap { if case .event(let event) = $0.state { event } else { nil } }
    let sections = Set(events.compactMap(\.section).filter { known[$0] == nil })
    // If that fails, nothing has changed.
    if !sections.isEmpty {
      let teams = try await directory.require().teams(of: sections.sorted())
      for section in sections { known[section] = .some(teams[section]) }
    }
    for index in batch.lines.indices {
      guard case .event(var event) = batch.lines[index].state, let section = event.section else { continue }
      event.team = known[section] ?? nil
      batch.lines[index].state = .event(event)
    }
  }
}

extension Event {
  /// `tickets` of `/tickets/7?day=1`.
  fileprivate var section: String? {
    path.dropFirst().split(separator: "/").first?.split(separator: "?").first.map(String.init)
  }
}
