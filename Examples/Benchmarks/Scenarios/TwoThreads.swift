import Facet

extension Scenario {
  static var twoThreads: [Scenario] {
    [
      Scenario(
        name: "two threads, leaf",
        shows:
          "What two threads resolve from one container in the time in which one resolves one; to the same by hand.",
        goal: .atLeast(0.9), figure: .gain, unit: .factor
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
        goal: .atLeast(0.8), figure: .gain, unit: .factor
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
        goal: nil, figure: .gain, unit: .factor
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

  @inline(__always)
  private static func scaling(
    _ effort: Effort, hand: @escaping @Sendable () -> Void, facet: @escaping @Sendable () -> Void
  ) -> Measurement {
    scaling(effort, hand: (hand, hand), facet: (facet, facet))
  }

  /// Measures how much more two threads do than one, which does the first of the two works.
  @inline(__always)
  static func scaling(
    _ effort: Effort, hand: (@Sendable () -> Void, @Sendable () -> Void),
    facet: (@Sendable () -> Void, @Sendable () -> Void)
  ) -> Measurement {
    let medians = Threads.medians(
      of: [onThread(hand.0), onThreads(hand.0, hand.1), onThread(facet.0), onThreads(facet.0, facet.1)],
      \.nanoseconds, effort)
    let gains = (hand: medians[0] * 2 / medians[1], facet: medians[2] * 2 / medians[3])
    return Measurement(hand: gains.hand, facet: gains.facet, figure: gains.facet / gains.hand)
  }

  @inline(__always)
  private static func onThread(_ work: @escaping @Sendable () -> Void) -> (_ iterations: Int) -> ThreadRun {
    { iterations in Threads.run([{ for _ in 0..<iterations { work() } }]) }
  }

  @inline(__always)
  private static func onThreads(
    _ first: @escaping @Sendable () -> Void, _ second: @escaping @Sendable () -> Void
  ) -> (_ iterations: Int) -> ThreadRun {
    { iterations in
      Threads.run([
        { for _ in 0..<iterations { first() } },
        { for _ in 0..<iterations { second() } },
      ])
    }
  }
}
