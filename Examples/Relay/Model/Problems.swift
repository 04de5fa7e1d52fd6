/// An input that cannot be read, or not to its end; the others are read all the same.
struct InputProblem: Error, CustomStringConvertible {
  let description: String

  init(_ name: String, _ reason: String) {
    description = "\(name): \(reason)"
  }
}

/// An output that takes nothing any more: the run ends.
struct OutputProblem: Error, CustomStringConvertible {
  let description: String

  init(_ name: String, _ reason: String) {
    description = "\(name): \(reason)"
  }
}

/// A failure that may be gone at the next attempt.
struct TemporaryProblem: Error, CustomStringConvertible {
  let description: String
}

/// The user asked for the end.
struct Stopped: Error, CustomStringConvertible {
  /// The input that was not read to its end.
  let origin: String
  let lineCount: Int
  let signal: Int32

  /// What shells expect of a program that a signal has ended.
  var exitCode: Int32 { 128 + signal }

  var description: String { "\(origin): stopped after line \(lineCount); what follows was not read" }
}
