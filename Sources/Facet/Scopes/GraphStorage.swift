/// Keeps one instance for each cycle, as long as another owner holds it.
public final class GraphStorage: InstanceStorage, Sendable {
  private struct Member {
    weak var graph: GraphIdentifier?
    weak var object: AnyObject?
  }

  private struct State {
    var members: [ObjectIdentifier: Member] = [:]
    /// The number of members at which those that are gone are removed.
    var limit = 8
  }

  private let current = Guarded<Any?>(nil)
  private let state = Guarded(State())

  /// The instance of the running cycle, until it ends.
  public var instance: Any? {
    get { current.value }
    // The old instance is released outside the lock.
    set { _ = current.exchange(newValue) }
  }

  /// Makes an empty storage.
  public init() {}

  /// Forgets ``instance``.
  public func graphResolutionCompleted() {
    instance = nil
  }

  /// The instance that was built in `graph`, if it still lives.
  public func instance(inGraph graph: GraphIdentifier) -> Any? {
    state.withLock { state in
      guard let member = state.members[ObjectIdentifier(graph)], member.graph === graph else { return nil }
      return member.object
    }
  }

  /// Keeps what was built in `graph`.
  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    self.instance = instance
    let object = reference(in: instance)
    // Reading a weak reference holds the object, perhaps as the last owner. So it is released outside the lock.
    _ = state.withLock { state -> [AnyObject?] in
      state.members[ObjectIdentifier(graph)] = object.map { Member(graph: graph, object: $0) }
      guard state.members.count >= state.limit else { return [] }
      var seen: [AnyObject?] = []
      for (id, member) in state.members {
        let (graph, object) = (member.graph, member.object)
        seen.append(graph)
        seen.append(object)
        if graph == nil || object == nil { state.members[id] = nil }
      }
      state.limit = max(8, state.members.count * 2)
      return seen
    }
  }
}
