/// The identity of a list of argument types: its metatype is part of a key.
///
/// A box of its own, so that two arguments and one tuple differ, and a lone `Void` is not "no argument".
@usableFromInline
struct Signature<each Argument> {
  /// Whether there are no arguments; the compiler folds it where the types are known.
  @inlinable
  @inline(__always)
  static var isEmpty: Bool {
    for _ in repeat (each Argument).self { return false }
    return true
  }
}

/// Reads the argument types back from the metatype of a ``Signature``.
protocol ArgumentList {
  static var types: [Any.Type] { get }
}

extension Signature: ArgumentList {
  /// The part of a key: `nil` stands for no arguments.
  static var identity: Any.Type? { isEmpty ? nil : Self.self }

  static var types: [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    return types
  }
}

/// The argument types behind a signature; none for `nil`.
func argumentTypes(of signature: Any.Type?) -> [Any.Type] {
  (signature as? any ArgumentList.Type)?.types ?? []
}
