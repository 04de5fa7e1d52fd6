/// What building something can do besides returning it.
struct EffectSet: Equatable {
  static let anyError = "any Error"

  var isAsync = false
  /// The type of the errors thrown; `nil` for none.
  var failure: String?

  init() {}

  init(_ effects: Effects) {
    isAsync = effects.isAsync
    switch effects.throwing {
    case .never: failure = nil
    case .any, .rethrows: failure = Self.anyError
    case .typed(let type): failure = Self.normalized(failure: type)
    }
  }

  /// One spelling for each type of error; `Never` is no error at all.
  static func normalized(failure: String) -> String? {
    switch failure {
    case "Error", "any Error", "Swift.Error", "any Swift.Error": anyError
    case "Never", "Swift.Never": nil
    default: failure
    }
  }

  /// Adds the effects of something that is done in addition: two different types of errors are `any Error`.
  mutating func formUnion(_ other: EffectSet) {
    isAsync = isAsync || other.isAsync
    guard let added = other.failure else { return }
    failure = failure == nil || failure == added ? added : Self.anyError
  }

  /// What stands in front of a call with these effects.
  var callPrefix: String { (failure == nil ? "" : "try ") + (isAsync ? "await " : "") }

  /// What stands behind the parameters of a function or closure with these effects, with a space in front.
  var signature: String {
    let throwing = failure.map { $0 == Self.anyError ? " throws" : " throws(\($0))" } ?? ""
    return (isAsync ? " async" : "") + throwing
  }
}
