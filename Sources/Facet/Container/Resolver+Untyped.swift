// What lacks a type: the compiler says which, in place of a list of all that does not fit.
extension Resolver {
  /// A resolve without a type.
  @available(*, unavailable, message: "say the type: resolve(X.self), or let x: X = resolve()")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func resolve() { stop("A resolve without a type is unavailable.") }

  /// A list without a type.
  @available(*, unavailable, message: "say the type: requireAll(X.self)")
  @_documentation(visibility: internal)
  public func requireAll() throws -> [Any] { stop("A list without a type is unavailable.") }
}
