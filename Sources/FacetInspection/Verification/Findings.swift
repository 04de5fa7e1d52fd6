import Facet

/// The findings of a verification, as input for the checks.
struct Findings {
  struct Failure {
    let error: ResolutionError
    /// The entry that could not be resolved.
    let entry: Int?
    /// The entry that needs it.
    let source: Int?
  }

  let container: Container
  let options: VerificationOptions
  let wiring: Wiring
  /// Each error once, with the entry where the error began.
  let failures: [Failure]
  /// The outcome of each entry's factory; `nil` for entries that never run.
  let builds: [RecordedBuild?]
  /// Whether asynchronous services also ran.
  let isAwaited: Bool
  /// Whether the verification runs on an actor.
  let isOn: (any Actor) -> Bool
  /// What services asked the main container for, which is not verified.
  let usesOfMain: [(source: Int, key: ServiceKey)]
  /// The entries that resolve any key of an entry, in order.
  let users: [[Int]]
  /// The users that have the service from the beginning, and not through a `Lazy` or a `Provider`.
  let immediateUsers: [[Int]]

  var entries: [ContainerEntry] { wiring.entries }

  /// Whether other resolves find an instance while its completions run; otherwise completions count as a part of the factory.
  func isFoundHalfBuilt(_ index: Int) -> Bool {
    // An asynchronous service is visible only when it is complete.
    if entries[index].isAsync { return false }
    return switch entries[index].objectScope.kind {
    case .transient: false
    // Values are not shared in these scopes.
    case .graph, .weak: builds[index]?.isObject != false
    case .container, .custom, .perArgument, .scoped: true
    }
  }

  /// The entries to which a resolve of the container leads: one of a parent that it overrides may serve the parent alone.
  var reached: Set<Int> {
    let needs = Dictionary(grouping: wiring.edges, by: \.source)
    var waiting = entries.indices.filter { wiring.index(of: entries[$0].key, fromLevel: 0) == $0 }
    var reached = Set(waiting)
    while let index = waiting.popLast() {
      let targets = (needs[index] ?? []).map(\.target) + [wiring.owner(of: index)]
      waiting += targets.filter { reached.insert($0).inserted }
    }
    return reached
  }

  /// The registry of the container itself, or of a parent.
  func registry(atLevel level: Int) -> Registry {
    var container = container
    for _ in 0..<level { container = container.parent ?? container }
    return container.registry
  }
}

/// Finds one kind of problem.
protocol Check {
  func problems(in findings: Findings) -> [VerificationProblem]
}

/// The checks of a verification, in the order of their problems in the report.
enum Checks {
  static let all: [any Check & Sendable] = [
    MissingCheck(), LoopCheck(), ForwardCheck(), FailureCheck(), DuplicateCheck(), RepetitionCheck(),
    EmptyServiceCheck(), CaptureCheck(), AwaitCheck(), SecondBuildCheck(), DecoratorCheck(),
    CloseActionCheck(), SampleCheck(),
  ]
}
