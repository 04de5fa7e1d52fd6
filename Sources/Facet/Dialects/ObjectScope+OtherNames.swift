extension ObjectScope {
  /// Resolver and Factory use this name for ``transient``.
  @_documentation(visibility: internal)
  public static var unique: ObjectScope { transient }

  /// Weak: Resolver and Factory use this name for ``weak``.
  @_documentation(visibility: internal)
  public static var shared: ObjectScope { weak }

  /// Resolver uses this name for ``container``.
  @_documentation(visibility: internal)
  public static var application: ObjectScope { container }

  /// Factory uses this name for ``container``; Resolver has a separate scope of this name.
  @_documentation(visibility: internal)
  public static var cached: ObjectScope { container }
}
