import Foundation

/// The lines of a file, or of standard input.
actor FileSource: LineSource {
  private let name: String
  private let shutdown: Shutdown
  private let executor = QueueExecutor("relay.source")
  private var descriptor: Int32 = -1
  private var lineCount = 0

  /// The beginning of a line whose end was not read so far.
  private var rest: [UInt8] = []

  private var isAtEnd = false

  /// How many bytes are read at once, at most.
  private let chunkSize = 1 << 19

  /// A longer line is no line of a log.
  private let lineLimit = 1 << 20

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a file, or standard input if `path` is `nil`, on the queue on which it is read.
  static func open(_ path: String?, name: String, shutdown: Shutdown) async throws -> FileSource {
    let source = FileSource(name, shutdown)
    try await source.open(path)
    return source
  }

  private init(_ name: String, _ shutdown: Shutdown) {
    self.name = name
    self.shutdown = shutdown
  }

  private func open(_ path: String?) throws {
    do {
      descriptor = if let path { try Descriptor.open(path, O_RDONLY) } else { STDIN_FILENO }
    } catch {
      throw InputProblem(name, error.reason)
    }
  }

  func next() throws -> Batch? {
    while true {
      // A wait ends with the bytes or with the signal, whichever comes first.
      Descriptor.waitForBytes(in: descriptor, or: shutdown.descriptor)
      try shutdown.check(name, after: lineCount)
      let bytes = try read()
      if !bytes.isEmpty {
        let batch = Batch(bytes, of: name, after: lineCount)
        lineCount += batch.lines.count
        return batch
      }
      if isAtEnd { return nil }
    }
  }

  /// The whole lines of what is there; none if there is only a part of one.
  private func read() throws -> [UInt8] {
    var (bytes, count): ([UInt8], Int)
    do {
      (bytes, count) = try Descriptor.read(descriptor, behind: rest, limit: chunkSize)
    } catch {
      throw InputProblem(name, (lineCount == 0 ? "" : "after line \(lineCount): ") + error.reason)
    }
    rest = []
    isAtEnd = count == 0
    // The last line may end without a line break.
    if isAtEnd { return bytes }
    let end = bytes.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
    rest = Array(bytes[end...])
    bytes.removeSubrange(end...)
    guard rest.count <= lineLimit else {
      let number = lineCount + bytes.count { $0 == .lineFeed } + 1
      throw InputProblem(name, "line \(number) is longer than 1 MiB; the file is not read from there on")
    }
    return bytes
  }

  func close() {
    if descriptor > STDIN_FILENO { Foundation.close(descriptor) }
    descriptor = -1
  }
}
