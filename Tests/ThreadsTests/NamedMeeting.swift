import FacetTestSupport
import Foundation

/// A place where a number of threads wait for one another; each comes once.
final class NamedMeeting: Sendable {
  private let group = DispatchGroup()
  private let arrived = Recorder<String>()

  init(of count: Int) {
    for _ in 0..<count { group.enter() }
  }

  /// Waits for the others, as long as a test has patience; who was there before goes on at once.
  func attend(_ name: String) {
    guard !arrived.all.contains(name) else { return }
    arrived.add(name)
    group.leave()
    _ = group.wait(timeout: .now() + patience)
  }
}
