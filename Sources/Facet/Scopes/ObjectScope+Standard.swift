extension ObjectScope {
  /// A new instance for every resolve.
  public static let transient = ObjectScope(
    kind: .transient, description: "transient", storageFactory: { TransientStorage() })

  /// One instance for each resolution cycle: the default.
  ///
  /// A cycle starts at the outermost resolve on a thread and ends when that returns. A service with arguments has one
  /// instance for equal arguments. Values are shared, too: each resolve gets a copy of what was made.
  public static let graph = ObjectScope(
    kind: .graph, description: "graph", storageFactory: { GraphStorage() })

  /// One instance for each registration, shared by its container and all children, and built exactly once.
  ///
  /// A service with arguments is built with the arguments of the first resolve: ``perArgument`` has one instance for each.
  public static let container = ObjectScope(
    kind: .container, description: "container", storageFactory: { PermanentStorage() })

  /// One instance for each registration, as long as something holds it.
  ///
  /// Values that are not objects are not shared.
  public static let weak = ObjectScope(kind: .weak, description: "weak", storageFactory: { WeakStorage() })

  /// Another name of ``transient``.
  public static var unique: ObjectScope { transient }

  /// Another name of ``weak``.
  public static var shared: ObjectScope { weak }

  /// Another name of ``container``.
  public static var application: ObjectScope { container }

  /// Another name of ``container``.
  public static var cached: ObjectScope { container }
}
