import Facet

extension Container {
  /// What is registered here, in the order of registration.
  ///
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public var entries: [ContainerEntry] { entries(includingParents: false) }

  /// What is registered here, and in the parents if they are asked for: the uppermost first.
  ///
  /// - Parameter includingParents: whether the parents' entries are given as well.
  /// - Returns: the entries of each container in the order of registration. A key of a parent is given even if a child
  ///   has the same.
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
      // An assembly may apply another one: the one that ended first is the inner one.
      let part = parts.first { $0.orders.contains(registration.order) }
      return ContainerEntry(registration, level: level, assembly: part.map { names.name($0.assembly) })
    }
  }
}
