import Facet
import FacetInspection

extension Scenario {
  /// A verification of a thousand services, its pictures, and what a trace costs.
  static var inspection: [Scenario] {
    [
      timed("verify 1,000", "A verification of a thousand services, most of which need two others.", 100) {
        consume($0.verify().problems.count)
      },
      timed("Mermaid of 1,000", "The verified graph as a Mermaid flowchart.", 1_000, of: \.mermaid),
      timed("DOT of 1,000", "The verified graph in the language of Graphviz.", 1_000, of: \.dot),
      Scenario(
        "traced leaf", "A resolve that is traced, by a handler that does nothing; by hand the constructor.",
        goal: nil, mostAllocations: 4
      ) {
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.transient)
        container.trace { _ in }
        return Comparison(
          hand: .constructingLeaves,
          facet: Loop { iterations in
            for _ in 0..<iterations { consume(container.resolve(Leaf.self)!) }
          })
      },
    ]
  }

  private static func timed(
    _ name: String, _ shows: String, _ limit: Double, of text: KeyPath<ContainerGraph, String>
  ) -> Scenario {
    let graph = ThousandRegistrations.inContainer().verify().graph
    return timed(name, shows, limit) { _ in consume(graph[keyPath: text].utf8.count) }
  }

  private static func timed(
    _ name: String, _ shows: String, _ limit: Double, _ work: @escaping (Container) -> Void
  ) -> Scenario {
    Scenario(name: name, shows: shows, goal: .atMost(limit), figure: .milliseconds) { effort in
      let container = ThousandRegistrations.inContainer()
      let loop = Loop { iterations in
        for _ in 0..<iterations { work(container) }
      }
      let elapsed = Comparison.medians(of: [loop], effort)[0]
      return Measurement(hand: nil, facet: elapsed, figure: elapsed / 1e6)
    }
  }
}
