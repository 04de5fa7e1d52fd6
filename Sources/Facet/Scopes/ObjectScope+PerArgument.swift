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
  /// Each value works as ``container`` does for a service without arguments: the container that owns the entry builds the instance. It
  /// keeps the instance until it is closed or released, until a reset, or until the entry is removed. All keys of the entry lead to the
  /// same instances. Without arguments there is one instance.
  ///
  /// Values are the same if `==` returns true for each argument. A hash only helps to find them. An argument that is not equal to itself,
  /// such as a `nan`, is never found again, so its instance is not kept.
  ///
  /// - Threads: threads that resolve with equal arguments at the same time get one instance, which one of them builds. Threads with
  ///   different arguments do not wait for one another's builds: a resolve takes a lock of the entry for a moment. Arguments are compared
  ///   on the thread that resolves, with no lock held: pass values that several threads may read.
  /// - Lifetime: arguments are kept as long as their instance. Their number is not limited: see ``perArgument(limit:)`` and
  ///   ``perArgument(weakly:)``. ``Container/resetObjectScope(_:)-(ObjectScope)`` releases the instances of all values.
  /// - Precondition: every argument of the entry is `Hashable`. If not, ``ServiceEntry/inObjectScope(_:)-(ObjectScope)`` stops the
  ///   program, in release builds too. For a default scope, the first resolve stops the program.
  /// - Complexity: O(1) on average for a resolve, if the hashes of the arguments are good.
  public static let perArgument = ObjectScope(argumentRule: ArgumentRule(), text: "")

  /// One instance for each value of the arguments, for a limited number of values: the least recently used goes first.
  ///
  /// ```swift
  /// container.register(Thumbnail.self) { r, url in try Thumbnail(of: url) }
  ///   .inObjectScope(.perArgument(limit: 100))
  /// ```
  ///
  /// When a new instance exceeds `limit`, the container releases the least recently resolved instance. A resolve with its value builds a
  /// new one. Instances under construction do not count, and are not released meanwhile. The holders of a released instance keep it.
  /// Everything else is the same as with ``perArgument``.
  ///
  /// Two scopes with the same limit are the same scope for a reset.
  ///
  /// - Parameter limit: how many instances each entry keeps, at least one.
  /// - Returns: the scope.
  /// - Precondition: `limit` is positive. If not, the program stops, in release builds too.
  /// - Complexity: O(1) on average for a resolve that finds its instance, if the hashes of the arguments are good. A resolve that builds
  ///   compares all instances of the entry, to release one.
  public static func perArgument(limit: Int) -> ObjectScope {
    guard limit > 0 else { stop("Precondition failed: A scope cannot be limited to \(limit) instances") }
    return ObjectScope(argumentRule: ArgumentRule(limit: limit), text: "(limit: \(limit))")
  }

  /// One instance for each value of the arguments, while another owner holds the instance.
  ///
  /// ```swift
  /// container.register(Document.self) { _, path in try Document(path) }.inObjectScope(.perArgument(weakly: true))
  /// ```
  ///
  /// Each value works as ``weak`` does for a service without arguments: values that are not objects are not shared. Everything else is the
  /// same as with ``perArgument``.
  ///
  /// The arguments of a released instance are released when instances for other arguments are added. There are never many more of them
  /// than living instances. An argument that holds the instance keeps it alive.
  ///
  /// - Parameter weakly: whether the container holds the instances weakly; if `false`, the scope is ``perArgument``.
  /// - Returns: the scope.
  public static func perArgument(weakly: Bool) -> ObjectScope { weakly ? weaklyPerArgument : perArgument }

  private static let weaklyPerArgument = ObjectScope(
    argumentRule: ArgumentRule(isWeak: true), text: "(weakly: true)")

  private convenience init(argumentRule: ArgumentRule, text: String) {
    // A storage does not receive the arguments. So as the parent of a custom scope, this scope keeps nothing.
    self.init(
      kind: .perArgument, description: "perArgument\(text)", storageFactory: { TransientStorage() },
      argumentRule: argumentRule)
  }
}
