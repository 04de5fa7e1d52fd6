import Facet

/// A storage that runs a closure when it is told that the top-level resolve has ended.
final class TellingStorage: InstanceStorage {
  private let tell: () -> Void
  var instance: Any?

  init(_ tell: @escaping () -> Void) { self.tell = tell }
  func graphResolutionCompleted() { tell() }
}
