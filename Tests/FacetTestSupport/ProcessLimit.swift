import Foundation

/// Ends the process of an exit test after a quarter of an hour, whatever it does then.
///
/// The time limit of a suite says that a test takes too long, but leaves the process of an exit test running.
public func endProcess() {
  #if !os(Windows)
    alarm(900)
  #endif
}
