/// Knows which team answers for a part of the site.
///
/// It stands for a service on the network: it is opened by `await`, and its requests may fail for a while.
protocol TeamDirectory: Sendable {
  /// The teams of sections, such as `tickets` in `/tickets/7`; one without a team is left out.
  func teams(of sections: [String]) async throws -> [String: String]

  func disconnect() async
}
