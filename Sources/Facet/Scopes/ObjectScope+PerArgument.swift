extension ObjectScope {
  /// A single instance for each value of the arguments, for the container and all children.
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
  /// such as a `nan`, would never be found again: the resolve fails.
  ///
  /// - Threads: threads that resolve with equal arguments at the same time get one instance, which one of them builds. Threads with
  ///   different arguments do not wait for one another's builds. Arguments are compared on the thread that resolves, with no lock held: pass
  ///   values that several threads may read.
  /// - Lifetime: arguments are kept as long as their instance. Their number is not limited.
  ///   ``Container/resetObjectScope(_:)-(ObjectScope)`` releases the instances of all values.
  /// - Precondition: every argument of the entry is `Hashable`. If not, ``ServiceEntry/inObjectScope(_:)-(ObjectScope)`` stops the
  ///   program, in release builds too. For a default scope, the first resolve stops the program.
  /// - Complexity: O(1) on average for a resolve, if the hashes of the arguments are good.
  public static let perArgument = ObjectScope(
    // A storage does not receive the arguments. So as the parent of a custom scope, this scope keeps nothing.
    kind: .perArgument, description: "perArgument", storageFactory: { TransientStorage() })
}
