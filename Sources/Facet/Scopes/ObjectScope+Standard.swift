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

  /// One instance for each container that is asked: registered once, in a parent, for what a request, a session or a scene has of its own.
  ///
  /// ```swift
  /// container.register(Transaction.self) { r in try Transaction(r.require(Database.self)) }
  ///   .inObjectScope(.scoped)
  ///   .onClose { transaction in transaction.rollBack() }
  ///
  /// let request = Container(parent: container)
  /// request.resolve(Transaction.self) === request.resolve(Transaction.self)    // true
  /// try request.close()                                                        // rolls back
  /// ```
  ///
  /// The container that is asked builds the instance, with its own services, and keeps it as ``container`` scope would: until it is closed or
  /// released, or until a reset of the scope. A service of container scope is built by the container that owns it, so it gets the instance
  /// of that one: hold a ``Provider`` in its place; `verify()` finds it.
  ///
  /// A service with arguments is built with the arguments of the first resolve in each container.
  public static let scoped = ObjectScope(
    kind: .scoped, description: "scoped", storageFactory: { PermanentStorage() })

  /// The name that ``transient`` has in Resolver and in Factory.
  @_documentation(visibility: internal)
  public static var unique: ObjectScope { transient }

  /// The name that ``weak`` has in Resolver and in Factory.
  @_documentation(visibility: internal)
  public static var shared: ObjectScope { weak }

  /// The name that ``container`` has in Resolver.
  @_documentation(visibility: internal)
  public static var application: ObjectScope { container }

  /// The name that ``container`` has in Factory, and a scope of its own in Resolver.
  @_documentation(visibility: internal)
  public static var cached: ObjectScope { container }
}
