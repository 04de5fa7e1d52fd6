import Facet

/// Runs the factory of one record for a verification: once for equal arguments, with the outcome kept.
final class RecordedBuild: @unchecked Sendable {
  // Unchecked for the instance that was given, which nobody changes.

  /// How a verification goes on where a service is left out.
  struct Skipped: Error {
    let key: ServiceKey
  }

  private enum Outcome {

    case instance(ArgumentCopy)
    case failure(any Error)
  }

  private struct Build {
    let arguments: ArgumentCopy?
    let outcome: Outcome
    var completed: Set<Int> = []
  }

  private struct State {
    var builds: [Build] = []
    /// The build whose instance was handed out last.
    var last = 0
  }

  let record: Record
  private let instance: ArgumentCopy?
  private let isSkipped: Bool
  private let state: Guarded<State>

  init(_ record: Record, instance: ArgumentCopy?, isSkipped: Bool) {
    self.record = record
    self.instance = instance
    self.isSkipped = isSkipped
    state = Guarded(State())
  }

  /// Whether the factory was run, or need not be.
  var isDone: Bool { instance != nil || state.withLock { !$0.builds.isEmpty } }

  /// The first instance, as the service it is.
  var isObject: Bool? {
    let first = state.withLock { state in
      state.builds.lazy.compactMap { build -> ArgumentCopy? in
        if case .instance(let copy) = build.outcome { copy } else { nil }
      }.first
    }
    guard let box = first ?? instance else { return nil }
    return OpaqueValue.dynamicType(record.serviceType, at: box.pointer) is AnyClass
  }

  /// What the record of the copy does in the place of the factory.
  func run(_ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer)
    throws
  {
    if let instance { return OpaqueValue.copy(record.serviceType, from: instance.pointer, to: result) }
    if isSkipped { throw Skipped(key: record.key) }
    if let known = find(arguments) {
      switch known {
      case .instance(let copy): return OpaqueValue.copy(record.serviceType, from: copy.pointer, to: result)
      case .failure(let error): throw error
      }
    }
    let copy = arguments.flatMap { pointer in record.recipe.arguments?.copy(pointer) }
    do {
      try record.recipe.factory(resolver, arguments, result)
      keep(copy, .instance(ArgumentCopy(record.serviceType, from: result)))
    } catch {
      keep(copy, .failure(error))
      throw error
    }
  }

  /// Whether a completion has yet to run for the instance that was handed out last.
  func beginsCompletion(_ number: Int) -> Bool {
    state.withLock { state in
      guard state.last < state.builds.count else { return instance == nil }
      return state.builds[state.last].completed.insert(number).inserted
    }
  }

  private func find(_ arguments: UnsafeRawPointer?) -> Outcome? {
    let builds = state.withLock { $0.builds }
    // Outside the lock: `==` of arguments is user code.
    let number = builds.firstIndex { build in
      guard let arguments, let known = build.arguments, let operations = record.recipe.arguments
      else { return true }
      return operations.areEqual(known.pointer, arguments)
    }
    guard let number else { return nil }
    state.withLock { $0.last = number }
    return builds[number].outcome
  }

  private func keep(_ arguments: ArgumentCopy?, _ outcome: Outcome) {
    state.withLock { state in
      state.builds.append(Build(arguments: arguments, outcome: outcome))
      state.last = state.builds.count - 1
    }
  }
}
