/// What a resolve found, all read at once.
enum Search {
  /// The instance that somebody keeps.
  case kept(Instance, Mode)
  case found(Found)

  var kept: Instance? { if case .kept(let instance, _) = self { instance } else { nil } }
}

/// A registration whose service is to be built.
struct Found {
  let registration: Registration
  let mode: Mode
  /// The container that counts as asked: children without registrations count as their parent.
  let builder: Borrowed<Registry>

  init(_ registration: Registration, _ mode: Mode, _ builder: Borrowed<Registry>) {
    (self.registration, self.mode, self.builder) = (registration, mode, builder)
  }
}

extension Registry {
  /// Looks here, then above; what is closed has nothing.
  ///
  /// Takes the lock of each registry that has registrations once, for a moment.
  @inline(__always)
  func find(_ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ stripe: Int) -> Search? {
    guard flags.has(.used) else { return findAbove(type, signature, name, stripe, nil) }
    var isClosed = false
    if let found = findHere(type, signature, name, stripe, Borrowed(self), &isClosed) { return found }
    return isClosed ? nil : findAbove(type, signature, name, stripe, Borrowed(self))
  }
  @inline(never)
  private func findAbove(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ stripe: Int, _ builder: Borrowed<Registry>?
  ) -> Search? {
    guard let parent else { return nil }
    guard parent.flags.has(.used) else { return parent.findAbove(type, signature, name, stripe, builder) }
    let builder = builder ?? Borrowed(parent)
    var isClosed = false
    if let found = parent.findHere(type, signature, name, stripe, builder, &isClosed) { return found }
    return isClosed ? nil : parent.findAbove(type, signature, name, stripe, builder)
  }
  @inline(__always)
  private func findHere(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ stripe: Int, _ builder: Borrowed<Registry>,
    _ isClosed: inout Bool
  ) -> Search? {
    contents.read(stripe) { contents -> Search? in
      isClosed = contents.isClosed
      guard !isClosed, let found = contents.table.find(type, signature, name) else { return nil }
      let record = found.record
      // What guards the target of another container is the lock of that one.
      if record.owner === self, let kept = record.kept(as: found) { return .kept(kept, record.mode) }
      return .found(Found(found, record.mode, builder))
    }
  }
  /// The closed container that keeps a search from finding anything.
  var closed: Registry? { line.first(where: \.isClosed) }

  /// The registration of a key, here or above.
  package func found(_ key: ServiceKey) -> Registration? {
    line.lazy.compactMap { $0.registration(of: key) }.first
  }
  /// The registration of a key in this container.
  package func registration(of key: ServiceKey) -> Registration? {
    guard flags.has(.used) else { return nil }
    return contents.read { $0.table.find(key.serviceType, key.signature, key.name) }
  }
  /// The container that counts as asked when this one is.
  var builder: Registry { line.first { $0.flags.has(.used) || $0.parent == nil } ?? self }
}
