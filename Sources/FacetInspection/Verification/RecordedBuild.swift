import Facet

/// Runs the factory of one record for a verification, once for each building container and for equal arguments, and keeps
/// the outcome.
final class RecordedBuild: @unchecked Sendable {
  // Unchecked for the given instance, which no code changes, and for the factory.

  /// The error that ends a resolve of a skipped service.
  struct Skipped: Error, CustomStringConvertible {
    let key: ServiceKey

    var description: String { "\(key) is skipped in this verification" }
  }

  /// The part of a service that runs, where the engine does not tell.
  @TaskLocal static var part: ServicePart?

  private enum Outcome {
    case instance(Instance)
    case failure(any Error)

    var instance: Instance? { if case .instance(let instance) = self { instance } else { nil } }
  }

  private struct Build {
    /// The container that builds; a child may have other services than its parent.
    let builder: Container
    let arguments: KeptArguments?
    var outcome: Outcome
    /// The completions that ran: the numbers of the late completions, and `nil` for all others together.
    var completed: Set<Int?> = []
  }

  let record: Record
  private let instance: Instance?
  let isSkipped: Bool
  private let builds = Guarded<[Build]>([])

  init(_ record: Record, instance: Any?, isSkipped: Bool) {
    self.record = record
    self.instance = instance.flatMap { Instance.box($0, as: record.serviceType) }
    self.isSkipped = isSkipped
  }

  /// Whether the options gave the instance.
  var isGiven: Bool { instance != nil }
  /// Whether the factory ran, or does not need to run.
  var isDone: Bool { instance != nil || !builds.value.isEmpty }

  /// The error of a build without an instance; `nil` if each build gave an instance.
  var failure: (any Error)? {
    builds.value.lazy.compactMap { build in
      if case .failure(let error) = build.outcome { error } else { nil }
    }.first
  }

  /// Whether the first instance is an object; `nil` if there is none.
  var isObject: Bool? {
    let first = builds.value.lazy.compactMap(\.outcome.instance).first
    return (first ?? instance).map { type(of: $0.any) is AnyClass }
  }

  /// Whether the first instance has a type; `nil` if there is none.
  func isInstance(of type: Any.Type) -> Bool? {
    (builds.value.lazy.compactMap(\.outcome.instance).first ?? instance)?.isInstance(of: type)
  }

  /// The object of the first instance.
  var object: AnyObject? { (builds.value.lazy.compactMap(\.outcome.instance).first ?? instance)?.object }

  /// Releases what was built, which may hold the copy of the container and, through the copy, this object.
  func end() {
    // Released outside the lock.
    _ = builds.exchange([])
  }

  /// Runs in the copy's record instead of the factory.
  func run(_ resolver: any Resolver, _ arguments: Arguments) throws -> Instance {
    let kept = KeptArguments.keep(arguments)
    if let known = try known(resolver, kept) { return known }
    let factory = record.recipe.decorated(by: record.settings.decorators)
    return try RecordedBuild.$part.withValue(nil) {
      try keep(Result { try factory(resolver, arguments, nil).boxed }, resolver, kept)
    }
  }

  /// The same for an asynchronous factory.
  func run(
    _ asyncFactory: Recipe.AsyncFactory, _ resolver: any Resolver, _ arguments: KeptArguments?
  ) async throws -> Instance {
    if let known = try known(resolver, arguments) { return known }
    let instance: Instance
    do {
      let made = try await RecordedBuild.$part.withValue(nil) { try await asyncFactory(resolver, arguments) }
      instance = try await RecordedBuild.$part.withValue(.decorator) {
        try await Registry.decorate(record, by: resolver, made)
      }
    } catch {
      return try keep(.failure(error), resolver, arguments)
    }
    return try keep(.success(instance), resolver, arguments)
  }

  /// What is known already, or its error; `nil` if the factory has to run.
  private func known(_ resolver: any Resolver, _ arguments: KeptArguments?) throws -> Instance? {
    if instance == nil, isSkipped { throw Skipped(key: record.key) }
    let known = index(Registry.builder(behind: resolver), arguments).flatMap { index in
      builds.withLock { index < $0.count ? $0[index].outcome : nil }
    }
    if case .failure(let error) = known { throw error }
    return instance ?? known?.instance
  }

  private func keep(
    _ result: Result<Instance, any Error>, _ resolver: any Resolver, _ arguments: KeptArguments?
  ) throws -> Instance {
    let outcome: Outcome =
      switch result {
      case .success(let instance): .instance(instance)
      case .failure(let error): .failure(error)
      }
    let build = Build(builder: Registry.builder(behind: resolver), arguments: arguments, outcome: outcome)
    builds.withLock { $0.append(build) }
    return try result.get()
  }

  /// The completions of the copy: each runs once for each instance, and an error becomes the outcome of the build.
  func completions(_ all: [Completion]) -> [Completion] {
    let now = all.filter { !$0.isAwaited }
    // All as one completion: they may resolve the same service with other arguments. It runs on the first actor among them.
    let first = Completion(
      .now { [self] resolver, instance, arguments in
        let kept = KeptArguments.keep(arguments)
        guard let build = beginCompletion(nil, resolver, kept) else { return }
        do {
          try RecordedBuild.$part.withValue(.completion) {
            for case .now(let action) in now.map(\.call) { try action(resolver, instance, arguments) }
          }
        } catch {
          throw fail(build, error)
        }
      }, on: all.lazy.compactMap(\.isolation).first)
    let later = all.enumerated().compactMap { number, completion -> Completion? in
      guard case .later(let action) = completion.call else { return nil }
      return Completion(
        .later { [self] resolver, instance, arguments in
          guard let build = beginCompletion(number, resolver, arguments) else { return }
          do {
            try await RecordedBuild.$part.withValue(.completion) {
              try await action(resolver, instance, arguments)
            }
          } catch {
            throw fail(build, error)
          }
        })
    }
    return (now.isEmpty ? [] : [first]) + later
  }

  /// The build whose instance needs completion; `nil` if it is completed, or if the instance was given.
  private func beginCompletion(_ number: Int?, _ resolver: any Resolver, _ arguments: KeptArguments?) -> Int?
  {
    guard instance == nil, let build = index(Registry.builder(behind: resolver), arguments) else {
      return nil
    }
    return builds.withLock { builds in
      build < builds.count && builds[build].completed.insert(number).inserted ? build : nil
    }
  }

  private func fail(_ build: Int, _ error: any Error) -> any Error {
    let failure = CompletionFailure.wrapping(error)
    // Released outside the lock.
    _ = builds.withLock { builds in
      build < builds.count ? exchange(&builds[build].outcome, with: .failure(failure)) : nil
    }
    return failure
  }

  private func index(_ builder: Container, _ arguments: KeptArguments?) -> Int? {
    // Outside the lock: `==` of arguments is user code.
    builds.value.firstIndex { build in
      guard build.builder === builder else { return false }
      guard let arguments, let known = build.arguments else { return true }
      return known.isSame(as: arguments)
    }
  }
}
