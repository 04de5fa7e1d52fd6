/// The work of a build besides the factory and the completions.
enum BuildDuty: UInt8, Comparable {
  case nothing
  /// To check that it runs on the main thread, because the factory or a completion belongs to the main actor.
  case mainThread
  /// Anything else: to await, to check other actors, to decorate.
  case other

  static func < (left: BuildDuty, right: BuildDuty) -> Bool { left.rawValue < right.rawValue }

  /// The duty of a part that belongs to an actor.
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
