import Facet

/// A storage that does something each time that it is read.
public final class ReadingStorage: InstanceStorage {
  private var kept: Any?
  private let read: () -> Void

  /// Makes one that keeps nothing yet.
  public init(_ read: @escaping () -> Void) { self.read = read }

  /// What is kept.
  public var instance: Any? {
    get {
      read()
      return kept
    }
    set { kept = newValue }
  }
}
