import Foundation

/// Writes records to a file or to standard output, one JSON object in a line.
actor DescriptorSink: Sink {
  private let name: String
  private let executor = QueueExecutor("relay.sink")
  private var descriptor: Int32 = -1
  private var records = JSONLines()

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
    let count = records.append(batch)
    do {
      try Descriptor.write(records.bytes, to: descriptor)
    } catch {
      throw OutputProblem(name, error.code == EPIPE ? "nobody reads it any more" : error.reason)
    }
    records.removeAll()
    return count
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
