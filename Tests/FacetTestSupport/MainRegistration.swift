/// What `registerAllServices` of the tests' `Container` tells about itself.
public enum MainRegistration {
  /// How often the services were registered.
  public static let count = Counter()

  private static let action = Locked<(@Sendable () -> Void)?>(nil)

  /// Lets something happen while the services are being registered; for tests in a process of their own.
  public static func whileRegistering(_ body: @escaping @Sendable () -> Void) {
    action.withLock { $0 = body }
  }

  /// Called at the beginning of the registration.
  public static func begin() {
    count.next()
    action.withLock { $0 }?()
  }
}
