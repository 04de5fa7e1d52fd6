extension Reference {
  /// The first use joins the top-level resolve that the lazy came from; what it gives, it keeps.
  func use(_ lazy: LazyService) throws(Failure) {
    if lazy.value == nil {
      (currentGraph, foundInVain) = (lazy.graph, [])
      do throws(Failure) { lazy.value = try require(lazy.key, lazy.container) } catch {
        parts[lazy.run]!.later += foundInVain
        throw error
      }
    }
    events.append(.gotLater(lazy.value!, by: lazy.run))
    parts[lazy.run]!.later.append(parts[lazy.value!]!)
  }
  /// What is half-built it does not keep.
  func useNow(_ lazy: LazyService) throws(Failure) -> Int {
    if let value = lazy.value { return value }
    let top = frames.count - 1
    let before = frames[top].waitsFor
    defer { frames[top].waitsFor.formUnion(before) }
    frames[top].waitsFor = []
    let value = try require(lazy.key, lazy.container)
    if frames[top].waitsFor.isEmpty { lazy.value = value }
    return value
  }
}
