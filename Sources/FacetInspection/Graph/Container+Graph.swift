import Facet

extension Container {
  /// The graph of this container and its parents, as far as it is known without running a factory.
  ///
  /// The graph has the needs of initializers, and the forwards. For the needs of closures, use a verification,
  /// ``VerificationReport/graph``, or a recording, ``recordGraph()``.
  ///
  /// - Returns: the graph.
  /// - Complexity: O(*n* log *n*) in the number of registrations.
  public func graph() -> ContainerGraph { ContainerGraph(Wiring(of: self)) }

  /// Records which service resolves which, until ``GraphRecording/stop()``.
  ///
  /// ```swift
  /// let recording = container.recordGraph()
  /// startApplication()
  /// print(recording.graph.mermaid)
  /// ```
  ///
  /// Resolves of this container and its children are recorded, each need once. A recording takes as much memory as the graph.
  ///
  /// - Returns: the recording.
  public func recordGraph() -> GraphRecording { GraphRecording(of: self) }
}

extension VerificationReport {
  /// The graph of the verification: declared needs, and resolves of the factories.
  public var graph: ContainerGraph { ContainerGraph(wiring) }
}

/// Records which service resolves which while a program runs.
///
/// - Threads: thread-safe.
/// - Lifetime: the recording keeps the container. Releasing the recording ends it.
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

  /// The graph of all resolves so far, with the current registrations.
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
