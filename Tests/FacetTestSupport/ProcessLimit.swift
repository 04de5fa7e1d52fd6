import Foundation

/// Ends the process of an exit test after four minutes, whatever it does then.
///
/// The time limit of a suite says that a test takes too long, but leaves the process of an exit test running.
///
/// - Parameter seconds: the time that the test may take.
public func endProcess(after seconds: UInt32 = 240) {
  #if !os(Windows)
    alarm(seconds)
  #endif
}
