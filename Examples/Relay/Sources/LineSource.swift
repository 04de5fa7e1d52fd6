/// Where lines come from.
protocol LineSource: Sendable {
  /// The next lines; `nil` at the end.
  ///
  /// - Throws: ``Stopped`` if the user asked for the end, and ``InputProblem``.
  func next() async throws -> Batch?

  func close() async
}
