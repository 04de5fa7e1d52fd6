/// A thread joins an awaited build: what it resolved before rests meanwhile.
final class Visit {
  private var state: Resolution.State
  private let resolver: AwaitedResolver
  private let chain: [AwaitedResolver]
  /// The builds that the frames borrow: a build may end while a part of it, in a task that it left behind, still runs.
  private let builds: [Build?]
  private let graph: AwaitedGraph
  private let known: Int

  init(to resolver: AwaitedResolver, by thread: Resolution) {
    (self.resolver, chain, graph) = (resolver, resolver.chain, resolver.graph)
    state = Resolution.State(thread.state.stack, number: thread.number)
    (state.awaited, state.party) = (resolver, thread.state.party)
    (state.isReporting, state.isMainThread) = (thread.state.isReporting, thread.state.isMainThread)
    state.drafts = thread.state.drafts
    // The resolver notes what the visit gets.
    state.uses = [Resolution.Use()]
    builds = chain.map(\.build)
    for (resolver, build) in zip(chain, builds) {
      state.frames.append(Frame(of: resolver, resolver.what!, in: build))
    }
    state.graph = graph.copy()
    state.depth = 1
    known = state.graph.entries.count
    swap(&state, &thread.state)
  }
  func end(_ thread: Resolution) {
    swap(&state, &thread.state)
    graph.merge(state.graph, from: known)
    resolver.note(state.got)
    if !state.storages.isEmpty { graph.add(state.storages) }
  }
}
