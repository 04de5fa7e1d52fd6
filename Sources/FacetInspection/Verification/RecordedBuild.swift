import Facet

/// Runs the factory of one record for a verification: once for each container that builds, and for equal arguments, with the
/// outcome kept.
final class RecordedBuild: @unchecked Sendable {
  // Unchecked for the instance that was given, which nobody changes, and for the factory.

  /// How a verification goes on where a service is left out.
  struct Skipped: Error, CustomStringConvertible {
    let key: ServiceKey

    var description: String { "\(key) is skipped in this verification" }
  }

  private enum Outcome {
    case instance(Any)
    case failure(any Error)
  }

  private struct Build {
    /// The container that builds: a child may have other services than its parent.
    let builder: Container
    let arguments: ArgumentCopy?
    /// `nil` for an instance that was given up: nobody finds it any more.
    var outcome: Outcome?
    var isCompleted = false

    mutating func giveUp() {
      if case .instance = outcome { outcome = nil }
    }
  }

  private struct State {
    var builds: [Build] = []
    /// The build whose instance was handed out last.
    var last = 0
    /// Whether the first instance was an object, once the instances were given up.
    var wasObject: Bool??
    var resolvers = HandedResolvers()
  }

  let record: Record
  /// What makes the service in the copy; set once, before anything runs.
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

  /// Whether the factory was run, or need not be.
  var isDone: Bool { instance != nil || state.withLock { !$0.builds.isEmpty } }

  /// How a build ended without an instance; `nil` if none did.
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

  /// Gives up the instances, and holds the resolvers no more.
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

  /// Forgets everything, which may hold the copy of the container, and so this.
  func end() {
    // Released outside the lock.
    _ = state.exchange(State())
  }

  /// Whether an instance is a child of the container that made it, if that is one of some.
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

  /// The containers whose resolvers, once handed to the factory, are still held by somebody.
  var heldContainers: [Registry] { state.withLock { $0.resolvers }.held }

  /// What the factory and the completions get in the place of a resolver.
  func handed(_ resolver: any Resolver) -> any Resolver {
    state.withLock { $0.resolvers.handed(resolver) }
  }

  /// What the record of the copy does in the place of the factory.
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

  /// Runs the completions, if they have yet to run for the instance that was handed out last; an error is the outcome of its build.
  func complete(
    by completions: [Settings.Completion], _ resolver: any Resolver, _ slot: Slot, _ arguments: Arguments?
  ) throws {
    let (begins, number) = beginsCompletions()
    guard begins else { return }
    let resolver = handed(resolver)
    do {
      for completion in completions { try completion(resolver, slot, arguments) }
    } catch {
      let failure = CompletionFailure.wrapping(error)
      // Released outside the lock.
      _ = state.withLock { state in
        number < state.builds.count
          ? exchange(&state.builds[number].outcome, with: .failure(failure)) : nil
      }
      throw failure
    }
  }

  /// Whether the completions have yet to run for the instance that was handed out last, and the number of that.
  private func beginsCompletions() -> (Bool, Int) {
    state.withLock { state in
      guard state.last < state.builds.count else { return (instance == nil, .max) }
      defer { state.builds[state.last].isCompleted = true }
      return (!state.builds[state.last].isCompleted, state.last)
    }
  }

  private func put(_ service: Any, in slot: Slot) { _ = slot.put(service, as: record.serviceType) }

  private func find(_ builder: Container, _ arguments: Arguments?) -> Outcome? {
    let builds = state.withLock { $0.builds }
    // Outside the lock: `==` of arguments is user code.
    let number = builds.firstIndex { build in
      guard build.builder === builder, build.outcome != nil else { return false }
      guard let arguments, let known = build.arguments, let operations = record.recipe.arguments
      else { return true }
      return operations.areEqual(known.arguments, arguments)
    }
    guard let number else { return nil }
    state.withLock { $0.last = number }
    return builds[number].outcome
  }

  private func keep(_ builder: Container, _ arguments: ArgumentCopy?, _ outcome: Outcome) {
    state.withLock { state in
      state.builds.append(Build(builder: builder, arguments: arguments, outcome: outcome))
      state.last = state.builds.count - 1
    }
  }
}
