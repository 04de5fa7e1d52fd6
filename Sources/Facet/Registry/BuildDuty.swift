/// What a build has to do besides running the factory and the completions.
enum BuildDuty: UInt8, Comparable {
  case nothing
  /// To look whether it runs on the main thread, since the factory or a completion belongs to the main actor.
  case mainThread
  /// Anything else: to await, to look for other actors, to decorate.
  case other

  static func < (left: BuildDuty, right: BuildDuty) -> Bool { left.rawValue < right.rawValue }

  /// What a part that belongs to an actor takes.
  init(_ isolation: Isolation?) {
    self = isolation.map { $0.isMain ? .mainThread : .other } ?? .nothing
  }
}

extension RecipeDetails {
  var duty: BuildDuty { asyncFactory == nil ? BuildDuty(isolation) : .other }
}

extension Settings {
  var duty: BuildDuty {
    if !decorators.isEmpty || !lateCompletions.isEmpty { return .other }
    return completionActors.map { BuildDuty($0) }.max() ?? .nothing
  }
}
