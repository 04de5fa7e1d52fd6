import Synchronization

/// What one writes to build a service when it is needed: a lock and an optional around a closure.
///
/// Not generic: the compiler knows the layout of all that it does.
final class LazyLeaf: Sendable {
  private let leaf = Mutex<Leaf?>(nil)
  private let build: @Sendable () -> Leaf

  @inline(never)
  init(_ build: @escaping @Sendable () -> Leaf) { self.build = build }

  var instance: Leaf {
    leaf.withLock { leaf in
      if let leaf { return leaf }
      let built = build()
      leaf = built
      return built
    }
  }
}

/// What one writes to build a service each time: a closure.
final class LeafProvider: Sendable {
  private let build: @Sendable () -> Leaf

  @inline(never)
  init(_ build: @escaping @Sendable () -> Leaf) { self.build = build }

  var instance: Leaf { build() }
}
