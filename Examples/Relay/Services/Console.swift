import Foundation

/// Says something to the user while the run goes on.
protocol Console: Sendable {
  func say(_ text: String)
}

/// Standard error: standard output belongs to the records.
struct StandardError: Console {
  func say(_ text: String) {
    // There is nobody to tell if standard error is closed.
    try? Descriptor.write(Array("\(text)\n".utf8), to: STDERR_FILENO)
  }
}
