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

  /// A service that holds its resolver, or is a child container of the container that made it.
  struct Leak {
    let index: Int
    let isChild: Bool
  }

  let container: Container
  let options: VerificationOptions
  let wiring: Wiring
  /// Each error once, with the entry where the error began.
  let failures: [Failure]
  /// The outcome of each entry's factory; `nil` for entries that never run.
  let builds: [RecordedBuild?]
  /// The leaks in the order of the entries; none for the main container, which exists until the program ends.
  let leaks: [Leak]
  /// Whether asynchronous services also ran.
  let isAwaited: Bool
  /// The entries that resolve any key of an entry, in order.
  let users: [[Int]]
  /// The users that have the service from the beginning, and not through a `Lazy` or a `Provider`.
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

  /// The entry whose synchronous resolve always fails: it needs a new asynchronous instance, or a service of another actor.
  ///
  /// A shared service may have been awaited before.
  func sourceThatCannotAwait(_ failure: Failure) -> Int? {
    guard isAwaited, let target = failure.entry, let source = failure.source.map(wiring.owner) else {
      return nil
    }
    switch failure.error.code {
    case .needsAwait:
      return entries[target].isAsync && entries[target].objectScope.kind == .transient ? source : nil
    case .wrongActor:
      // An asynchronous factory without an actor runs on no actor, whichever code resolves it.
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
