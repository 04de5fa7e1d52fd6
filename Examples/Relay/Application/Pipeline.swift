/// Takes one input through all stages to the sink.
///
/// It knows none of them by type: the container puts together what is registered.
struct Pipeline: Sendable {
  let source: any LineSource
  let stages: [any Stage]
  let sink: any Sink
  let rejections: Rejections
  let ledger: Ledger

  /// Runs to the end of the input.
  ///
  /// A batch is asked for when the one before it is written: a slow sink slows the source down, and the memory does not fill.
  ///
  /// - Throws: ``Stopped`` between two batches, ``InputProblem``, or ``BatchProblem``.
  func run() async throws {
    while var batch = try await source.next() {
      await ledger.add(read: batch.lines.count)
      do {
        for stage in stages { try await stage.process(&batch) }
        let written = try await sink.write(batch)
        await count(batch, written: written)
      } catch {
        throw BatchProblem(batch, error)
      }
    }
  }

  private func count(_ batch: Batch, written: Int) async {
    var (dropped, rejected) = (0, 0)
    for line in batch.lines {
      switch line.state {
      case .event: break
      case .dropped: dropped += 1
      case .unread:
        rejected += 1
        await rejections.add(line)
      }
    }
    await ledger.add(written: written, dropped: dropped, rejected: rejected)
  }
}

/// A failure of a stage or of the sink, and the lines that it is about.
struct BatchProblem: Error, CustomStringConvertible {
  let description: String

  init(_ batch: Batch, _ reason: any Error) {
    let numbers = "\(batch.lines.first?.number ?? 0) to \(batch.lines.last?.number ?? 0)"
    description = """
      \(reason)
      \(batch.origin): lines \(numbers) are not all written, and nothing that follows is read
      """
  }
}
