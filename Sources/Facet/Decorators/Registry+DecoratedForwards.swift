import Synchronization

/// Forwards to a service that a child wraps: the child sees the wrapper, whichever was declared first.
extension Registry {
  /// Whether any registry wraps a parent's service: until then, this search is skipped.
  static let isWrapping = Atomic<Bool>(false)

  /// Replaces a forward by one that leads to another record.
  func lead(_ forward: Forward, to record: Record) {
    _ = add(
      forward.copy(in: self, to: record, order: forward.depth == depth ? forward.order : nil), isAgain: true)
  }

  /// Lets a new forward lead to the wrapper of its target, here and in the children that see it.
  @inline(never)
  func noteForward(_ forward: Forward) {
    guard Registry.isWrapping.load(ordering: .sequentiallyConsistent), forward.option == nil else { return }
    if let outer = wrapping(of: forward.target) { return lead(forward, to: outer) }
    for child in liveChildren { child.takeOver(forward) }
  }

  /// The same for a forward of a parent.
  private func takeOver(_ forward: Forward) {
    if registration(of: forward.key) != nil { return }
    if let outer = wrapping(of: forward.target) { return lead(forward, to: outer) }
    if registration(of: forward.target.key) != nil { return }
    for child in liveChildren { child.takeOver(forward) }
  }

  /// The record of this registry that wraps a parent's record.
  private func wrapping(of inner: Record) -> Record? {
    guard let known = registration(of: inner.key), !known.isForward,
      known.record.settings.wrappingFactory != nil, parent?.found(inner.key) === inner
    else { return nil }
    return known.record
  }
}
