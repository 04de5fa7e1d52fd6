import Dispatch
import Foundation

/// The wish of the user, or of the system, that the run ends: SIGINT or SIGTERM.
///
/// The first signal asks for an end in order. The next one of the same kind ends the process at once, as it does without this class.
final class Shutdown: @unchecked Sendable {
  // Unchecked: what changes is touched while `lock` is held.

  /// A descriptor that can be read as soon as the end was asked for.
  let descriptor: Int32

  private let writer: Int32
  private let lock = NSLock()
  private var received: Int32?
  private var sources: [any DispatchSourceSignal] = []

  init() throws(Descriptor.Problem) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Descriptor.Problem(code: errno) }
    (descriptor, writer) = (ends[0], ends[1])
  }

  /// The signal that asked for the end, if one did.
  var signal: Int32? { lock.withLock { received } }

  /// Goes on unless the end was asked for.
  ///
  /// - Throws: ``Stopped``, which says how far the input was read.
  func check(_ origin: String, after lineCount: Int) throws(Stopped) {
    if let signal { throw Stopped(origin: origin, lineCount: lineCount, signal: signal) }
  }

  /// Takes the two signals from now on.
  func listen() {
    for number in [SIGINT, SIGTERM] {
      // Or it would end the process before the source sees it.
      Foundation.signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { [self] in
        Foundation.signal(number, SIG_DFL)
        lock.withLock { received = received ?? number }
        var byte: UInt8 = 0
        _ = write(writer, &byte, 1)
      }
      source.resume()
      lock.withLock { sources.append(source) }
    }
  }

  func close() {
    for source in lock.withLock({ sources }) { source.cancel() }
    lock.withLock { sources = [] }
    for number in [SIGINT, SIGTERM] { Foundation.signal(number, SIG_DFL) }
    Foundation.close(descriptor)
    Foundation.close(writer)
  }
}
