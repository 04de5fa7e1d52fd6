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

  private enum Outcome {
    case instance(Any)
    case failure(any Error)
  }

  private struct Build {
    /// The container that builds; a child may have other services than its parent.
    let builder: Container
    let arguments: ArgumentCopy?
    /// `nil` for a released instance, which resolves do not find.
    var outcome: Outcome?
    /// The completions that ran: the numbers of the late completions, and `nil` for all others together.
    var completed: Set<Int?> = []

    mutating func giveUp() {
      if case .instance = outcome { outcome = nil }
    }
  }

  private struct State {
    var builds: [Build] = []
    /// Whether the first instance was an object; set when the instances are released.
    var wasObject: Bool??
    var resolvers = HandedResolvers()
  }

  let record: Record
  /// The recipe of the service in the copy; set once, before anything runs.
  var recipe: Recipe
  private let instance: Any?
  let isSkipped: Bool
  private let state: Guarded<State>

  init(_ record: Record, instance: Any?, isSkipped: Bool) {
    self.record = record
    recipe = record.recipe
    self.instance = instance
    self.isSkipped = isSkipped
    state = Guarded(State())
  }

  /// Whether the factory ran, or does not need to run.
  var isDone: Bool { instance != nil || state.withLock { !$0.builds.isEmpty } }

  /// The error of a build without an instance; `nil` if each build gave an instance.
  var failure: (any Error)? {
    state.withLock { $0.builds }.lazy.compactMap { build in
      if case .failure(let error) = build.outcome { error } else { nil }
    }.first
  }

  /// Whether the first instance is an object; `nil` if there is none.
  var isObject: Bool? {
    let (builds, wasObject) = state.withLock { ($0.builds, $0.wasObject) }
    if let wasObject { return wasObject }
    let first = builds.lazy.compactMap { build -> Any? in
      if case .instance(let copy) = build.outcome { copy } else { nil }
    }.first
    guard let service = first ?? instance else { return nil }
    return type(of: service) is AnyClass
  }

  /// Releases the instances and the resolvers.
  func giveUpInstances() {
    guard isDone else { return }
    let wasObject = isObject
    let old = state.withLock { state in
      let old = (state.builds, state.resolvers)
      for index in state.builds.indices { state.builds[index].giveUp() }
      state.wasObject = wasObject
      state.resolvers.letGo()
      return old
    }
    // Released outside the lock.
    withExtendedLifetime(old) {}
  }

  /// Releases all state, which may hold the copy of the container and, through the copy, this object.
  func end() {
    // Released outside the lock.
    _ = state.exchange(State())
  }

  /// Whether an instance is a child of the container that made it, if that container is in `registries`.
  func madeChild(ofAny registries: [Registry]) -> Bool {
    state.withLock { $0.builds }.contains { build in
      guard case .instance(let service) = build.outcome, let child = service as? Container else {
        return false
      }
      return sequence(first: child, next: \.parent).dropFirst().contains { parent in
        parent.registry === build.builder.registry
          && registries.contains { $0 === parent.registry }
      }
    }
  }

  /// The containers whose resolvers the factory received and other code still holds.
  var heldContainers: [Registry] { state.withLock { $0.resolvers }.held }

  /// The replacement for a resolver that the factory and the completions get.
  func handed(_ resolver: any Resolver) -> any Resolver {
    state.withLock { $0.resolvers.handed(resolver) }
  }

  /// Runs in the copy's record instead of the factory.
  func run(_ resolver: any Resolver, _ arguments: Arguments?, _ slot: Slot) throws {
    if let instance { return put(instance, in: slot) }
    if isSkipped { throw Skipped(key: record.key) }
    let builder = Registry.builder(behind: resolver)
    if let known = find(builder, arguments) {
      switch known {
      case .instance(let service): return put(service, in: slot)
      case .failure(let error): throw error
      }
    }
    let copy = arguments.flatMap { pointer in record.recipe.arguments?.copy(pointer) }
    do {
      try record.buildDecorated(by: recipe, handed(resolver), arguments, slot)
      keep(builder, copy, .instance(slot.boxed(record.serviceType)))
    } catch {
      keep(builder, copy, .failure(error))
      throw error
    }
  }

  /// The same for an asynchronous factory.
  func run(
    _ asyncFactory: Recipe.AsyncFactory, _ resolver: any Resolver, _ arguments: Arguments?, _ slot: Slot
  ) async throws {
    if let instance { return put(instance, in: slot) }
    if isSkipped { throw Skipped(key: record.key) }
    let builder = Registry.builder(behind: resolver)
    if let known = find(builder, arguments) {
      switch known {
      case .instance(let service): return put(service, in: slot)
      case .failure(let error): throw error
      }
    }
    let copy = arguments.flatMap { pointer in record.recipe.arguments?.copy(pointer) }
    do {
      try await asyncFactory(handed(resolver), arguments, slot)
      try await Registry.decorate(record, by: resolver, slot)
      keep(builder, copy, .instance(slot.boxed(record.serviceType)))
    } catch {
      keep(builder, copy, .failure(error))
      throw error
    }
  }

  /// Runs the completions, if they have not run for the instance; an error becomes the outcome of the build.
  func complete(
    by completions: [Settings.Completion], _ resolver: any Resolver, _ slot: Slot, _ arguments: Arguments?
  ) throws {
    guard let build = beginCompletion(nil, resolver, arguments) else { return }
    let resolver = handed(resolver)
    do {
      for completion in completions { try completion(resolver, slot, arguments) }
    } catch {
      throw fail(build, error)
    }
  }

  /// The same for an asynchronous completion, which has a number.
  func complete(
    byLate number: Int, _ completion: Settings.LateCompletion.Action, _ resolver: any Resolver, _ slot: Slot,
    _ arguments: Arguments?
  ) async throws {
    guard let build = beginCompletion(number, resolver, arguments) else { return }
    do {
      try await completion(handed(resolver), slot, arguments)
    } catch {
      throw fail(build, error)
    }
  }

  /// The build whose instance needs completion; `nil` if it is completed, or if the instance was given.
  private func beginCompletion(_ number: Int?, _ resolver: any Resolver, _ arguments: Arguments?) -> Int? {
    guard instance == nil, let build = index(Registry.builder(behind: resolver), arguments) else {
      return nil
    }
    return state.withLock { state in
      build < state.builds.count && state.builds[build].completed.insert(number).inserted ? build : nil
    }
  }

  private func fail(_ build: Int, _ error: any Error) -> any Error {
    let failure = CompletionFailure.wrapping(error)
    // Released outside the lock.
    _ = state.withLock { state in
      build < state.builds.count ? exchange(&state.builds[build].outcome, with: .failure(failure)) : nil
    }
    return failure
  }

  private func put(_ service: Any, in slot: Slot) { _ = slot.put(service, as: record.serviceType) }

  private func find(_ builder: Container, _ arguments: Arguments?) -> Outcome? {
    index(builder, arguments).flatMap { index in
      state.withLock { index < $0.builds.count ? $0.builds[index].outcome : nil }
    }
  }

  private func index(_ builder: Container, _ arguments: Arguments?) -> Int? {
    let builds = state.withLock { $0.builds }
    // Outside the lock: `==` of arguments is user code.
    return builds.firstIndex { build in
      guard build.builder === builder, build.outcome != nil else { return false }
      guard let arguments, let known = build.arguments, let operations = record.recipe.arguments
      else { return true }
      return operations.areEqual(known.arguments, arguments)
    }
  }

  private func keep(_ builder: Container, _ arguments: ArgumentCopy?, _ outcome: Outcome) {
    state.withLock { $0.builds.append(Build(builder: builder, arguments: arguments, outcome: outcome)) }
  }
}
