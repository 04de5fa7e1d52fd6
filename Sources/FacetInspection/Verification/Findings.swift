import Facet

/// What a verification found out: what the checks judge.
struct Findings {
  struct Failure {
    let error: ResolutionError
    /// The entry that could not be resolved.
    let entry: Int?
    /// The entry that asked for it.
    let source: Int?
  }

  /// A service that holds the resolver that it got, or is a child container of the one that made it.
  struct Leak {
    let index: Int
    let isChild: Bool
  }

  let container: Container
  let options: VerificationOptions
  let wiring: Wiring
  /// Each error once, with the entry where it began.
  let failures: [Failure]
  /// What became of each entry's factory; `nil` where it was never to run.
  let builds: [RecordedBuild?]
  /// In the order of the entries; not of the main container, which is there until the program ends.
  let leaks: [Leak]
  /// Whether what must be awaited was run as well.
  let isAwaited: Bool
  /// The entries that ask for any key of an entry, in order.
  let users: [[Int]]
  /// Those of them that have the service from the beginning, and not by a `Lazy` or a `Provider`.
  let immediateUsers: [[Int]]

  var entries: [ContainerEntry] { wiring.entries }

  init(
    container: Container, options: VerificationOptions, wiring: Wiring, failures: [Failure],
    builds: [RecordedBuild?], leaks: [Leak], isAwaited: Bool
  ) {
    self.container = container
    self.options = options
    self.wiring = wiring
    self.failures = failures
    self.builds = builds
    self.leaks = leaks
    self.isAwaited = isAwaited
    var users = [Set<Int>](repeating: [], count: wiring.entries.count)
    var immediateUsers = users
    for edge in wiring.edges where edge.kind != .forward {
      for key in Set([edge.target, wiring.owner(of: edge.target)]) {
        users[key].insert(edge.source)
        if edge.kind != .deferred { immediateUsers[key].insert(edge.source) }
      }
    }
    self.users = users.map { $0.sorted() }
    self.immediateUsers = immediateUsers.map { $0.sorted() }
  }

  /// Whether an instance is found again while its completions run; else these are like a part of the factory.
  func isFoundHalfBuilt(_ index: Int) -> Bool {
    // What must be awaited is seen when it is complete.
    if entries[index].isAsync { return false }
    return switch entries[index].objectScope.kind {
    case .transient: false
    // Values are not shared in these.
    case .graph, .weak: builds[index]?.isObject != false
    case .container, .custom, .perArgument, .scoped: true
    }
  }

  /// The entry whose synchronous resolve always fails: of a new instance that must be awaited, or of an actor's service, away from the actor.
  ///
  /// A shared one may have been awaited before.
  func sourceThatCannotAwait(_ failure: Failure) -> Int? {
    guard isAwaited, let target = failure.entry, let source = failure.source.map(wiring.owner) else {
      return nil
    }
    switch failure.error.code {
    case .needsAwait:
      return entries[target].isAsync && entries[target].objectScope.kind == .transient ? source : nil
    case .wrongActor:
      // An asynchronous factory of no actor runs on none, wherever it is asked.
      return entries[source].isAsync && entries[source].record.recipe.isolation == nil ? source : nil
    default: return nil
    }
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
    MissingCheck(), LoopCheck(), ForwardCheck(), FailureCheck(), DuplicateCheck(), CaptureCheck(),
    LeakCheck(), SecondBuildCheck(), DecoratorCheck(), CloseActionCheck(), SampleCheck(),
  ]
}
