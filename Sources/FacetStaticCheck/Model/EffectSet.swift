/// What building something can do besides returning it.
struct EffectSet: Equatable {
  var isAsync = false
  /// The type of the errors thrown; `nil` for none.
  var failure: ErrorType?

  /// Adds the effects of something that is done in addition: two different types of errors are `any Error`.
  mutating func formUnion(_ other: EffectSet) {
    isAsync = isAsync || other.isAsync
    guard let added = other.failure else { return }
    if let failure, failure != added {
      self.failure = .any
    } else if failure == nil || added.level > failure?.level ?? .file {
      failure = added
    }
  }

  /// What stands in front of a call with these effects.
  var callPrefix: String { (failure == nil ? "" : "try ") + (isAsync ? "await " : "") }

  /// What stands behind the parameters of a function or closure with these effects, with a space in front.
  var signature: String {
    let throwing = failure.map { $0 == .any ? " throws" : " throws(\($0.spelling))" } ?? ""
    return (isAsync ? " async" : "") + throwing
  }
}
