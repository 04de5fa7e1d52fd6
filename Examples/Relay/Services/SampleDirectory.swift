import Foundation

/// A directory in a file that comes with the example, as unreliable as a network.
actor SampleDirectory: TeamDirectory {
  private let teams: [String: String]
  private let failEvery: Int
  private var requestCount = 0

  /// Connects, which takes its time; each request of the number `failEvery` will fail.
  static func connect(failEvery: Int) async throws -> SampleDirectory {
    try await Task.sleep(nanoseconds: 2_000_000)
    guard let file = Bundle.module.url(forResource: "teams", withExtension: "txt", subdirectory: "Samples")
    else { throw InputProblem("teams.txt", "the list of teams is missing beside the program") }
    var teams: [String: String] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { teams[String(words[0])] = String(words[1]) }
    }
    return SampleDirectory(teams, failEvery: failEvery)
  }

  private init(_ teams: [String: String], failEvery: Int) {
    self.teams = teams
    self.failEvery = failEvery
  }

  func teams(of sections: [String]) throws -> [String: String] {
    requestCount += 1
    if failEvery > 0, requestCount.isMultiple(of: failEvery) {
      throw TemporaryProblem(description: "the directory of teams does not answer")
    }
    var found: [String: String] = [:]
    for section in sections { found[section] = teams[section] }
    return found
  }

  func disconnect() {}
}
