import Foundation

/// Writes records to a file or to standard output, one JSON object in a line.
actor DescriptorSink: Sink {
  private let name: String
  private let executor = QueueExecutor("relay.sink")
  private var descriptor: Int32 = -1
  private let encoder = JSONEncoder()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a file, or standard output if `path` is `nil`, on the queue on which it is written.
  ///
  /// A file that is there is replaced.
  static func open(_ path: String?) async throws -> DescriptorSink {
    let sink = DescriptorSink(path ?? "standard output")
    try await sink.open(path)
    return sink
  }

  private init(_ name: String) {
    self.name = name
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  private func open(_ path: String?) throws {
    do {
      descriptor =
        if let path { try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC) } else { STDOUT_FILENO }
    } catch {
      throw OutputProblem(name, error.reason)
    }
  }

  /// Writes at once: what has been counted as written is out of the hands of this process.
  func write(_ batch: Batch) throws -> Int {
    let events = batch.lines.compactMap { if case .event(let event) = $0.state { event } else { nil } }
    var records: [UInt8] = []
    for event in events { records += try encoder.encode(event) + [.lineFeed] }
    do {
      try Descriptor.write(records, to: descriptor)
    } catch {
      throw OutputProblem(name, error.code == EPIPE ? "nobody reads it any more" : error.reason)
    }
    return events.count
  }

  func close() throws {
    guard descriptor > STDOUT_FILENO else { return }
    let open = descriptor
    descriptor = -1
    // Some file systems take everything, and say here that the disk is full. What is no file cannot be synchronized.
    let isSynchronized = fsync(open) == 0 || errno == EINVAL || errno == EROFS
    let reason = String(cString: strerror(errno))
    guard Foundation.close(open) == 0, isSynchronized else { throw OutputProblem(name, reason) }
  }
}
