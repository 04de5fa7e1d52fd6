import Facet

extension Container {
  /// The entries of this container, in the order of registration.
  ///
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public var entries: [ContainerEntry] { entries(includingParents: false) }

  /// The entries of this container and, on request, of its parents, the uppermost first.
  ///
  /// - Parameter includingParents: whether the result includes the parents' entries.
  /// - Returns: the entries of each container in the order of registration. A parent's key is included even if a child
  ///   has the same key.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public func entries(includingParents: Bool) -> [ContainerEntry] {
    var entries: [ContainerEntry] = []
    var level = 0
    var next: Container? = self
    while let container = next {
      entries = container.ownEntries(level: level) + entries
      next = includingParents ? container.parent : nil
      level += 1
    }
    return entries
  }

  private func ownEntries(level: Int) -> [ContainerEntry] {
    let parts = registry.assemblies
    let names = TypeNames(of: [], parts.map(\.assembly))
    return registry.registrations().map { registration in
      // An assembly may apply another assembly: the first to end is the inner one.
      let part = parts.first { $0.orders.contains(registration.order) }
      return ContainerEntry(registration, level: level, assembly: part.map { names.name($0.assembly) })
    }
  }
}
