/// What the type of a parameter or result has to do with keys.
enum TypeUse: Equatable {
  case none
  case key(String)
  /// A lazy of a key; for the forms that can fail also the type of the failure.
  case lazy(LazyForm, key: String, failure: ErrorType?)
  /// A lazy of a key whose generic arguments are not those of the lazy, or that is optional: `ThrowingLazy<Key.X>`.
  case misspelledLazy(LazyForm, key: String)
  /// A key in a form that no resolver can fill: `Key.X?`, `inout Key.X`.
  case unusable(key: String, why: String)
  case other

  /// The key that is named, if it is one that can be used.
  var key: String? {
    switch self {
    case .key(let name), .lazy(_, let name, _), .misspelledLazy(_, let name): name
    default: nil
    }
  }

  /// The key that is named in whatever form.
  var namedKey: String? { if case .unusable(let key, _) = self { key } else { key } }

  var isLazy: Bool {
    switch self {
    case .lazy, .misspelledLazy: true
    default: false
    }
  }
}

/// The four forms in which a function can ask for a key that is built later.
enum LazyForm: String, CaseIterable {
  case lazy = "Lazy"
  case throwing = "ThrowingLazy"
  case async = "AsyncLazy"
  case asyncThrowing = "AsyncThrowingLazy"

  /// The form for something whose building has these effects.
  init(_ effects: EffectSet) {
    let words = (effects.isAsync ? "Async" : "") + (effects.failure == nil ? "" : "Throwing")
    self = Self(rawValue: words + "Lazy") ?? .lazy
  }

  /// The lazy of a key, as it is written.
  func spelling(of key: String, failure: String = "any Error") -> String {
    "\(rawValue)<\(GeneratedName.key(key))\(hasFailure ? ", \(failure)" : "")>"
  }

  var hasFailure: Bool { self == .throwing || self == .asyncThrowing }
}
