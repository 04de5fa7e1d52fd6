/// One step of the pipeline.
///
/// The assemblies say which stages there are, and their order is that of the registrations.
protocol Stage: Sendable {
  /// Changes the lines that it knows something about.
  ///
  /// A stage that throws leaves the batch as it was, so that it can be tried again.
  func process(_ batch: inout Batch) async throws
}
