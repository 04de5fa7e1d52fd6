/// The builds around a build, the cycle that they share, and the end of it.
extension AsyncBuild {
  // Out of line, all that look at the links: the code of a lock is large.

  var parent: AsyncBuild? {
    @inline(never) @_optimize(speed) get { isNested ? links.known(\.parent) : nil }
  }

  var node: AsyncNode? {
    @inline(never) @_optimize(speed) get { links.known(\.node) }
  }

  var halfBuilt: SharedInstance? {
    @inline(never) @_optimize(speed) get { links.known(\.halfBuilt) }
  }

  /// The cycle of the chain, if somebody needed it yet.
  var startedCycle: AsyncCycle? {
    @inline(never) @_optimize(speed) get { links.known(\.cycle) ?? parent?.startedCycle }
  }

  /// The cycle of the chain, made when somebody first needs it; `nil` if the build is over.
  var cycle: AsyncCycle? {
    @inline(never) @_optimize(speed) get {
      if let known = links.known(\.cycle) { return known }
      if isOver { return nil }
      // Kept here, too: the build around this one may be over first.
      let new = parent?.cycle ?? AsyncCycle()
      // Two tasks of one factory may be here, and the end of the build.
      return links.change { state in
        if state.cycle == nil, !isOver { state.cycle = new }
        return state.cycle
      }
    }
  }

  /// This build and those around it, the innermost first.
  var chain: some Sequence<AsyncBuild> { sequence(first: self, next: \.parent) }

  /// The same, kept alive.
  var builds: [AsyncBuild] {
    @inline(never) get { Array(chain) }
  }

  /// The builds around this one, kept alive, the innermost first.
  var around: [AsyncBuild] {
    @inline(never) get { parent?.builds ?? [] }
  }

  /// The keys from the one that the program asked for to this one.
  var path: [ServiceKey] { builds.reversed().map(\.registration.key) }

  /// Whether it builds for something that the container keeps.
  var isWithinKept: Bool {
    @inline(never) get { chain.contains { $0.isKept } }
  }

  /// Notes that a service which the container keeps gets what another build of the cycle made, if that was not part of such a service.
  @inline(never)
  func noteCapture(of other: AsyncBuild) {
    if isWithinKept, !other.isWithinKept { cycle?.identifier.survivors.capture() }
  }

  /// Notes whether something that the container keeps gets an instance of weak scope.
  @inline(never)
  func noteCapture(of instance: SharedInstance) {
    if isWithinKept { return instance.releaseContainer() }
    let keepers = instance.keepers
    if !keepers.isEmpty { cycle?.identifier.survivors.note(keepers) }
  }

  func join(_ node: AsyncNode) {
    _ = links.change { exchange(&$0.node, with: node) }
  }

  /// Makes the build a part of what its task runs.
  @inline(never)
  func join(_ current: CurrentBuild) {
    if let node = current.node { join(node) }
  }

  func show(halfBuilt instance: SharedInstance?) {
    _ = links.change { exchange(&$0.halfBuilt, with: instance) }
  }

  // MARK: - The end

  /// Ends the build: what it held of the cycle is released.
  ///
  /// Another task may be about to give it a cycle, if the caller is not the last that has it: then one of the two must see what the other
  /// one did, and all four operations are sequentially consistent.
  @_optimize(speed)
  func end(isLast: Bool = false) {
    if isLast {
      ended.store(true, ordering: .releasing)
    } else {
      ended.store(true, ordering: .sequentiallyConsistent)
    }
    links.cut()
  }

  /// Ends a build whose factory the caller has run; true if that led to another instance, which counts: it is in the memory then.
  @usableFromInline
  @_optimize(speed)
  func endsWithOther() -> Bool {
    let hasOther = scope == .graph && takeOther(besidesOwn: false)
    endDirect()
    return hasOther
  }

  /// Ends a build whose factory, run by the caller, has thrown; gives the reason.
  @usableFromInline
  func reason(afterFailure error: any Error) -> ResolutionError {
    let reason = failure(error)
    endDirect()
    return reason
  }

  /// Ends a build whose caller holds the container no longer: code that has the resolver of its factory may go on to use it.
  @inline(__always)
  private func endDirect() {
    // A word that counts no reference, to look at the count of the object.
    var reference = Unmanaged.passUnretained(self).toOpaque()
    let isLast = withUnsafeMutablePointer(to: &reference) { word in
      word.withMemoryRebound(to: AsyncBuild.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
    }
    if !isLast { keepContainer() }
    end(isLast: isLast)
  }
}
