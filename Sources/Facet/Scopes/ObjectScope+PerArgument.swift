extension ObjectScope {
  /// One instance for each value of the arguments, shared by the container and all children, and built exactly once.
  ///
  /// ```swift
  /// container.register(Channel.self) { _, name in Channel(name: name) }.inObjectScope(.perArgument)
  ///
  /// let news = container.resolve(Channel.self, argument: "news")
  /// let sport = container.resolve(Channel.self, argument: "sport")
  /// container.resolve(Channel.self, argument: "news") === news      // true
  /// ```
  ///
  /// For each value it is what ``container`` is for a service without arguments: the container that owns the entry builds
  /// the instance and keeps it until it is closed or released, until a reset, or until the entry is removed. All keys of the entry
  /// lead to the same instances. Without arguments there is one instance.
  ///
  /// Values are the same if `==` says so for each argument. A hash only helps to find them. An argument that is not equal
  /// to itself, such as a `nan`, is never found again: its instance is not kept.
  ///
  /// - Threads: threads that ask with equal arguments at the same time get one instance, which one of them builds. Threads
  ///   that ask with different arguments do not wait for one another's builds: a resolve takes a lock of the entry for a moment. Arguments
  ///   are compared on whichever thread resolves, with no lock held: pass what several threads may read.
  /// - Lifetime: arguments are kept as long as their instance. Nothing else limits how many are kept: see
  ///   ``perArgument(limit:)`` and ``perArgument(weakly:)``. A ``Container/resetObjectScope(_:)-(ObjectScope)`` gives up those of
  ///   all values.
  /// - Precondition: every argument of the entry is `Hashable`. If not, ``ServiceEntry/inObjectScope(_:)-(ObjectScope)``
  ///   stops the program, and for a default scope the first resolve does, in release builds too.
  /// - Complexity: O(1) on average for a resolve, if the hashes of the arguments are good.
  public static let perArgument = ObjectScope(argumentRule: ArgumentRule(), text: "")

  /// One instance for each value of the arguments, for a limited number of values: the least recently used goes first.
  ///
  /// ```swift
  /// container.register(Thumbnail.self) { r, url in try Thumbnail(of: url) }
  ///   .inObjectScope(.perArgument(limit: 100))
  /// ```
  ///
  /// When an instance was built and more than `limit` are kept, the container lets go of the one that was not resolved for
  /// the longest time. A value that is asked for again is built again. Instances that are being built do not count, and are
  /// not given up meanwhile. What was handed out stays with its holder. Everything else is as with ``perArgument``.
  ///
  /// Two scopes with the same limit are the same scope for a reset.
  ///
  /// - Parameter limit: how many instances each entry keeps, at least one.
  /// - Returns: the scope.
  /// - Precondition: `limit` is positive. If not, the program stops, in release builds too.
  /// - Complexity: O(1) on average for a resolve that finds its instance, if the hashes of the arguments are good. One that builds
  ///   looks at all instances that the entry keeps, to let go of one.
  public static func perArgument(limit: Int) -> ObjectScope {
    guard limit > 0 else { stop("Precondition failed: A scope cannot be limited to \(limit) instances") }
    return ObjectScope(argumentRule: ArgumentRule(limit: limit), text: "(limit: \(limit))")
  }

  /// One instance for each value of the arguments, as long as something holds it.
  ///
  /// ```swift
  /// container.register(Document.self) { _, path in try Document(path) }.inObjectScope(.perArgument(weakly: true))
  /// ```
  ///
  /// For each value it is what ``weak`` is for a service without arguments: values that are not objects are not shared.
  /// Everything else is as with ``perArgument``.
  ///
  /// The arguments of an instance that is gone are released while instances for other arguments are added: there are never many
  /// more of them than instances that live. An argument that holds the instance keeps it alive.
  ///
  /// - Parameter weakly: whether the container leaves it to others to keep the instances; if not, it is ``perArgument``.
  /// - Returns: the scope.
  public static func perArgument(weakly: Bool) -> ObjectScope { weakly ? weaklyPerArgument : perArgument }

  private static let weaklyPerArgument = ObjectScope(
    argumentRule: ArgumentRule(isWeak: true), text: "(weakly: true)")

  private convenience init(argumentRule: ArgumentRule, text: String) {
    // A storage does not learn the arguments. So as the parent of a custom scope, this one keeps nothing.
    self.init(
      kind: .perArgument, description: "perArgument\(text)", storageFactory: { TransientStorage() },
      argumentRule: argumentRule)
  }
}
