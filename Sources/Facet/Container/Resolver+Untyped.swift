// Calls without a type: the compiler asks for the type, instead of listing all functions that do not fit.
extension Resolver {
  /// A resolve without a type.
  @available(*, unavailable, message: "say the type: resolve(X.self), or let x: X = resolve()")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func resolve() { stop("A resolve without a type is unavailable.") }

  /// A resolve without a type.
  @available(*, unavailable, message: "say the type: require(X.self), or let x: X = try require()")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func require() throws { stop("A resolve without a type is unavailable.") }

  /// A list without a type.
  @available(*, unavailable, message: "say the type: resolveAll(X.self), or let all: [X] = resolveAll()")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func resolveAll() { stop("A list without a type is unavailable.") }

  /// A list without a type.
  @available(*, unavailable, message: "say the type: requireAll(X.self), or let all: [X] = try requireAll()")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func requireAll() throws { stop("A list without a type is unavailable.") }
}

extension Container {
  /// A resolve without a type.
  @available(*, unavailable, message: "say the type: resolve(X.self), or let x: X = Container.resolve()")
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static func resolve() { stop("A resolve without a type is unavailable.") }
}
