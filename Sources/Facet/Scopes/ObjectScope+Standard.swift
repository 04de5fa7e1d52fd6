extension ObjectScope {
  /// A new instance for every resolve.
  public static let transient = ObjectScope(
    kind: .transient, description: "transient", storageFactory: { TransientStorage() })

  /// A single instance for each top-level resolve.
  ///
  /// This is the default scope.
  ///
  /// A top-level resolve is the outermost `resolve` on a thread, with all resolves nested in it. A service with arguments has one instance
  /// for equal arguments. Values are shared too: each resolve gets a copy.
  public static let graph = ObjectScope(
    kind: .graph, description: "graph", storageFactory: { GraphStorage() })

  /// A single instance for each registration, for its container and all children.
  ///
  /// A service with arguments is built with the arguments of the first resolve. ``perArgument`` keeps one instance for each value.
  public static let container = ObjectScope(
    kind: .container, description: "container", storageFactory: { PermanentStorage() })

  /// A single instance for each registration, while another owner holds it.
  ///
  /// A value that is not an object is made anew for each resolve.
  public static let weak = ObjectScope(kind: .weak, description: "weak", storageFactory: { WeakStorage() })

  /// A single instance for each container that resolves it.
  ///
  /// Register it once, in a parent, for services of a request, a session or a scene.
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
  /// The container that resolves the service builds the instance, with its own services. It keeps the instance as in ``container`` scope:
  /// until it is closed or released, or until a reset of the scope. A service of container scope is built by its owner, and gets the
  /// owner's instance, also by a ``Provider``; `verify()` reports this. Make it scoped too, or pass the instance to the function that uses it.
  ///
  /// A service with arguments is built with the arguments of the first resolve in each container.
  public static let scoped = ObjectScope(
    kind: .scoped, description: "scoped", storageFactory: { PermanentStorage() })

  /// The scope of a registration without one, until it takes the scope of the replaced registration.
  static let ofReplaced = ObjectScope(
    storageFactory: GraphStorage.init, description: "that of what it replaces")
}
