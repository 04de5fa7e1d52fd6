extension ObjectScope {
  /// A new instance for every resolve.
  public static let transient = ObjectScope(
    kind: .transient, description: "transient", storageFactory: { TransientStorage() })

  /// One instance for each resolution cycle: the default.
  ///
  /// A cycle starts at the outermost resolve on a thread and ends when that returns. A service with arguments is shared
  /// within the cycle by those who ask with equal arguments. Values that are no objects are not shared.
  public static let graph = ObjectScope(
    kind: .graph, description: "graph", storageFactory: { GraphStorage() })

  /// One instance for each record, seen from its container and all children, built exactly once.
  ///
  /// A service with arguments is built with those of the first resolve.
  public static let container = ObjectScope(
    kind: .container, description: "container", storageFactory: { PermanentStorage() })

  /// One instance for each record as long as somebody holds it. Values that are no objects are not shared.
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
