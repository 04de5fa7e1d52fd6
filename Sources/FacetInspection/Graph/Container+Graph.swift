import Facet

extension Container {
  /// The graph of what is registered here and in the parents, as far as it is known without running a factory: what
  /// initializers need, and what is forwarded.
  ///
  /// What closures need is known to a verification, ``VerificationReport/graph``, and to a recording,
  /// ``recordGraph()``.
  ///
  /// - Returns: the graph.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public func graph() -> ContainerGraph { ContainerGraph(Wiring(of: self)) }

  /// Notes from now on which service asks for which, until ``GraphRecording/stop()``.
  ///
  /// ```swift
  /// let recording = container.recordGraph()
  /// startApplication()
  /// print(recording.graph.mermaid)
  /// ```
  ///
  /// Resolves of this container and of its children are noted, each need once: the memory that a recording takes is that
  /// of the graph.
  ///
  /// - Returns: the recording.
  public func recordGraph() -> GraphRecording { GraphRecording(of: self) }
}

extension VerificationReport {
  /// The graph as the verification found it: declarations, and what the factories asked for.
  public var graph: ContainerGraph { ContainerGraph(wiring) }
}

/// Notes which service asks for which while a program runs.
///
/// - Threads: safe from any thread.
/// - Lifetime: it keeps the container. The recording ends with it.
public final class GraphRecording: Sendable {
  private let container: Container
  private let observer: NeedsObserver

  fileprivate init(of container: Container) {
    self.container = container
    // The container keeps the observer.
    observer = NeedsObserver(among: { [weak container] in
      Set(container?.entries(includingParents: true).map(\.order) ?? [])
    })
    container.registry.add(observer)
  }

  deinit {
    stop()
  }

  /// Ends the recording; the graph stays.
  public func stop() {
    container.registry.remove(observer)
  }

  /// The graph of what was asked for so far, over what is registered at the time.
  public var graph: ContainerGraph {
    var wiring = Wiring(of: container)
    let depth = sequence(first: container, next: \.parent).count { _ in true } - 1
    for need in observer.needs {
      guard let source = wiring.index(ofOrder: need.source) else { continue }
      let target =
        need.target.flatMap(wiring.index(ofOrder:))
        ?? wiring.index(of: need.key, fromLevel: max(0, depth - need.registryDepth))
      guard let target else { continue }
      wiring.connect(
        source, to: target, need.isDeferred ? .deferred : need.isInCompletion ? .completion : .need)
    }
    return ContainerGraph(wiring)
  }
}
