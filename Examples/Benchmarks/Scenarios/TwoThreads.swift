import Facet

extension Scenario {
  static var twoThreads: [Scenario] {
    [
      Scenario(
        name: "two threads, leaf",
        shows: "What two threads resolve from one container in the time in which one resolves one.",
        goal: .atLeast(1.6), figure: .throughput, unit: .factor
      ) { effort in
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.transient)
        return scaling(effort) {
          consume(Leaf())
        } facet: {
          consume(container.resolve(Leaf.self)!)
        }
      },
      Scenario(
        name: "two threads, cycle", shows: "The same for whole resolution cycles.",
        goal: .atLeast(1.6), figure: .throughput, unit: .factor
      ) { effort in
        let container = Container.registeredByResolving()
        return scaling(effort) {
          consume(ViewModel.byHand())
        } facet: {
          consume(container.resolve(ViewModel.self)!)
        }
      },
      Scenario(
        name: "two threads, shared",
        shows: "The same for one instance of container scope: counting its references is the limit.",
        goal: nil, figure: .throughput, unit: .factor
      ) { effort in
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.container)
        let store = HandWrittenStore()
        store.insert(Leaf())
        return scaling(effort) {
          consume(store.service(Leaf.self))
        } facet: {
          consume(container.resolve(Leaf.self)!)
        }
      },
    ]
  }

  /// Measures how much more two threads do than one.
  @inline(__always)
  private static func scaling(
    _ effort: Effort, hand: @escaping @Sendable () -> Void, facet: @escaping @Sendable () -> Void
  ) -> Measurement {
    let medians = Threads.medians(
      of: [
        onThreads(1, hand), onThreads(2, hand), onThreads(1, facet), onThreads(2, facet),
      ], \.nanoseconds, effort)
    let factor = medians[2] * 2 / medians[3]
    return Measurement(hand: medians[0] * 2 / medians[1], facet: factor, figure: factor)
  }

  @inline(__always)
  private static func onThreads(
    _ count: Int, _ work: @escaping @Sendable () -> Void
  ) -> (_ iterations: Int) -> ThreadRun {
    { iterations in
      Threads.run(Array(repeating: { for _ in 0..<iterations { work() } }, count: count))
    }
  }
}
