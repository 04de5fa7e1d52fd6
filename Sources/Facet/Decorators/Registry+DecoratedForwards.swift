/// A forward leads to the wrapper of its target, where a child has decorated that.
extension Registry {
  /// Whether any container has decorated a service of its parent: else no forward looks for that.
  static let hasWrappers = Guarded(false)

  /// Leads a forward to the wrapper of its target, here.
  func lead(_ forward: Forward, to record: Record) {
    add(
      forward.copy(in: self, to: record, order: forward.owner === self ? forward.order : nil), isAgain: true)
  }
  /// A forward was added: here, or in the children, its target may be decorated.
  func noteForward(_ forward: Forward) {
    guard Registry.hasWrappers.value else { return }
    if let outer = wrapping(of: forward.target) { return lead(forward, to: outer) }
    for child in children { child.takeOver(forward) }
  }
  private func takeOver(_ forward: Forward) {
    if registration(of: forward.key) != nil { return }
    if let outer = wrapping(of: forward.target) { return lead(forward, to: outer) }
    if registration(of: forward.target.key) != nil { return }
    for child in children { child.takeOver(forward) }
  }
  private func wrapping(of inner: Record) -> Record? {
    guard flags.has(.decorations), let known = registration(of: inner.key), !known.isForward,
      known.record.settings.wrappingFactory != nil, parent?.found(inner.key) === inner
    else { return nil }
    return known.record
  }
}
