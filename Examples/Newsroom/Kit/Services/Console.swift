import Foundation

/// Takes what the reader wants to read.
protocol Printing: Sendable {
  func show(_ line: String)
}

/// Takes what went wrong.
protocol ProblemReporting: Sendable {
  func report(_ line: String)
}

/// Standard output and standard error.
struct StandardConsole: Printing, ProblemReporting {
  func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  func report(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
