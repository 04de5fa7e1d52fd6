import Facet
import Foundation

/// What a program did so far, from any thread.
final class Log: @unchecked Sendable {
  // Unchecked: `state` is touched while `lock` is held.
  struct State {
    var events: [Event] = []
    var runs = 0
    var storages = 0
    /// How often the factory and the completion of each service ran.
    var factories: [Int: Int] = [:]
    var completions: [Int: Int] = [:]
    /// The services that user code has registered again.
    var registered: Set<Int> = []
    /// All instances, so that weak ones live until the program lets them go, as what lazies gave does.
    var held: [Node] = []
    var lazies: [(lazy: Lazy<Node>, run: Int)] = []
  }
  /// Whether the close after the last step runs the action that asks.
  ///
  /// What was given up before ends in a task of its own, or in the one that gave it up, however late that is.
  @TaskLocal static var isInLastClose = false
  private let lock = NSLock()
  private var state = State()

  func add(_ event: Event) { withLock { $0.events.append(event) } }
  var events: [Event] { withLock { $0.events } }

  func noteEnd(of run: Int) { add(.ended(run, inLastClose: Log.isInLastClose)) }

  /// Begins the run of a factory or a decorator, and returns its number.
  func begin(_ event: (Int) -> Event) -> Int {
    withLock { state in
      state.runs += 1
      state.events.append(event(state.runs))
      return state.runs
    }
  }
  func finish(_ run: Int) -> Node {
    let node = Node(run)
    withLock { state in
      state.events.append(.made(run))
      state.held.append(node)
    }
    return node
  }
  /// Counts a run, and returns whether it is one that fails.
  func count(_ runs: WritableKeyPath<State, [Int: Int]>, _ service: Int, _ failing: Set<Int>) -> Bool {
    withLock { state in
      state[keyPath: runs][service, default: 0] += 1
      return failing.contains(state[keyPath: runs][service]!)
    }
  }
  func fail(_ run: Int) -> Oops {
    add(.fails(run))
    return Oops()
  }
  func letGo() {
    let held = withLock { state in
      defer { (state.held, state.lazies) = ([], []) }
      return (state.held, state.lazies)
    }
    withExtendedLifetime(held) {}
  }

  func withLock<Result>(_ body: (inout State) -> Result) -> Result { lock.withLock { body(&state) } }
}

protocol Face: AnyObject, Sendable { var number: Int { get } }

/// The type of all services; it holds nothing, so that the log alone keeps an instance alive.
final class Node: Face {
  let number: Int

  init(_ number: Int) { self.number = number }
}

struct Oops: Error {}

/// The storage of a custom scope, which notes how it is used.
final class NotedStorage: InstanceStorage {
  private let log: Log
  /// The order in which storages are asked for the first time: a reset makes those that nobody asks.
  private lazy var number = log.withLock { state in
    state.storages += 1
    return state.storages
  }
  private let isBrief: Bool
  private var kept: Any?

  init(_ log: Log, isBrief: Bool) { (self.log, self.isBrief) = (log, isBrief) }

  var instance: Any? {
    get { kept }
    set {
      // A close may empty it twice.
      if kept != nil { log.add(.emptied(storage: number)) }
      kept = newValue
    }
  }
  func instance(inGraph graph: GraphIdentifier) -> Any? {
    log.add(.asked(storage: number))
    return kept
  }
  func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    log.add(.stored(storage: number))
    kept = instance
  }
  func graphResolutionCompleted() {
    log.add(.graphOver(storage: number))
    if isBrief { kept = nil }
  }
}
