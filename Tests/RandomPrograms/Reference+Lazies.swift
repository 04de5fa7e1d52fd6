extension Reference {
  /// The first use joins the top-level resolve that the lazy came from; what it gives, it keeps.
  func use(_ lazy: LazyService) throws(Failure) {
    if lazy.value == nil {
      (currentGraph, foundInVain, userOfLazy) = (lazy.graph, [], lazy.user)
      defer {
        lazy.user.gained += foundInVain
        userOfLazy = nil
      }
      lazy.value = try require(lazy.key, lazy.container)
    }
    events.append(.gotLater(lazy.value!, by: lazy.run))
    lazy.user.gained.append(parts[lazy.value!]!)
  }
  /// The same while its user is built; what is half-built it does not keep.
  func useNow(_ lazy: LazyService) throws(Failure) {
    let top = frames.count - 1
    let mark = frames[top].part!.built.count
    defer { lazy.user.gained += frames[top].part!.built[mark...] }
    if let value = lazy.value { return got(value, lazy.run) }
    let before = frames[top].waitsFor
    defer { frames[top].waitsFor.formUnion(before) }
    frames[top].waitsFor = []
    let value = try require(lazy.key, lazy.container)
    if frames[top].waitsFor.isEmpty { lazy.value = value }
    got(value, lazy.run)
  }
}
