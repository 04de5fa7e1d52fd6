/// What `registerAllServices` of the tests' `Container` tells about itself.
package enum MainRegistration {
  /// How often the services were registered.
  package static let count = Counter()

  private static let action = Locked<(@Sendable () -> Void)?>(nil)

  /// Lets something happen while the services are being registered; for tests in a process of their own.
  package static func whileRegistering(_ body: @escaping @Sendable () -> Void) {
    action.withLock { $0 = body }
  }

  /// Called at the beginning of the registration.
  package static func begin() {
    count.next()
    action.withLock { $0 }?()
  }
}
