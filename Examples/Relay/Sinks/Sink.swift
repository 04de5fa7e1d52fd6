/// Where records go.
protocol Sink: Sendable {
  /// Writes the events of a batch.
  ///
  /// - Returns: how many there were.
  func write(_ batch: Batch) async throws -> Int

  /// Writes what is left, and says whether everything has arrived.
  func close() async throws
}
