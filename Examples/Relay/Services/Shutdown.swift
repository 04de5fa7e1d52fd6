import Foundation
import Synchronization

// A handler of a signal can reach nothing but globals, and call little else than `write`.
private let receivedSignal = Atomic<Int32>(0)
private let wakeUp = Atomic<Int32>(-1)

/// The wish of the user, or of the system, that the run ends: SIGINT or SIGTERM.
///
/// The first signal asks for an end in order. The next one of the same kind ends the process at once, as it does without this class.
final class Shutdown: Sendable {
  /// A descriptor that can be read as soon as the end was asked for.
  let descriptor: Int32

  private let writer: Int32

  init() throws(Descriptor.Problem) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Descriptor.Problem(code: errno) }
    (descriptor, writer) = (ends[0], ends[1])
  }

  /// The signal that asked for the end, if one did.
  var signal: Int32? {
    let signal = receivedSignal.load(ordering: .acquiring)
    return signal == 0 ? nil : signal
  }

  /// Goes on unless the end was asked for.
  ///
  /// - Throws: ``Stopped``, which says how far the input was read.
  func check(_ origin: String, after lineCount: Int) throws(Stopped) {
    if let signal { throw Stopped(origin: origin, lineCount: lineCount, signal: signal) }
  }

  /// Takes the two signals from now on.
  func listen() {
    wakeUp.store(writer, ordering: .releasing)
    for number in [SIGINT, SIGTERM] {
      Foundation.signal(number) { number in
        Foundation.signal(number, SIG_DFL)
        receivedSignal.store(number, ordering: .releasing)
        var byte: UInt8 = 0
        _ = write(wakeUp.load(ordering: .acquiring), &byte, 1)
      }
    }
  }

  func close() {
    for number in [SIGINT, SIGTERM] { Foundation.signal(number, SIG_DFL) }
    wakeUp.store(-1, ordering: .releasing)
    Foundation.close(descriptor)
    Foundation.close(writer)
  }
}
