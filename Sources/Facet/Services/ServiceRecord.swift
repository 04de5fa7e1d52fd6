import Synchronization

/// How to build a service, and what is shared of it. `ServiceEntry` is the typed view of it.
///
/// Not generic on purpose: an instantiation for every service type would cost more at the first registration than
/// everything else together.
///
/// Shared between threads are the two atomic pointers. `configuration` and `shared` point at immutable objects;
/// they are exchanged as a whole and the old one is retired, so that a reader within `Reclamation` may use what it
/// loads. All exchanges happen while `changes` is held.
@usableFromInline
final class ServiceRecord: Registration, @unchecked Sendable {
  /// Builds a service at `result` and gives its dynamic type. `container` is the container that builds.
  @usableFromInline typealias Build =
    @Sendable (
      _ container: AnyObject, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
    ) throws -> Any.Type

  let build: Build
  let arguments: ArgumentOperations?
  /// The size of the service type in bytes.
  let size: Int
  /// The registry of the container that the service was registered in; alive as long as a resolve can reach the record.
  unowned(unsafe) let owner: AnyObject

  private let configurationPointer: Atomic<UnsafeRawPointer>
  private let sharedPointer = Atomic<UnsafeRawPointer?>(nil)
  /// The last class for which `ReferenceWords` holds; most records have one.
  private let referenceType = Atomic<UInt>(0)
  /// How often the shared instance was given up: what was begun before belongs to nobody else.
  private let resets = Atomic<Int>(0)
  /// How many keys of registries point here.
  private let keys = Atomic<Int>(0)

  private static let changes = Guarded(())

  init(
    _ request: RegistrationRequest, size: Int, arguments: ArgumentOperations?, owner: AnyObject,
    scope: any ObjectScopeProtocol, build: @escaping Build
  ) {
    self.build = build
    self.size = size
    self.arguments = arguments
    self.owner = owner
    let configuration = ServiceConfiguration.make(for: scope)
    configurationPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(configuration).toOpaque()))
    super.init(request, isForward: false)
  }

  deinit {
    Unmanaged<ServiceConfiguration>.fromOpaque(configurationPointer.load(ordering: .acquiring)).release()
    guard let shared = sharedPointer.load(ordering: .acquiring) else { return }
    Unmanaged<SharedInstance>.fromOpaque(shared).release()
  }

  // MARK: - Reading, within `Reclamation`

  @inline(__always)
  var configuration: Unmanaged<ServiceConfiguration> {
    .fromOpaque(configurationPointer.load(ordering: .sequentiallyConsistent))
  }

  @inline(__always)
  var shared: Unmanaged<SharedInstance>? {
    guard let pointer = sharedPointer.load(ordering: .sequentiallyConsistent) else { return nil }
    return .fromOpaque(pointer)
  }

  /// Reads the configuration outside a resolve.
  func withConfiguration<Result>(_ body: (ServiceConfiguration) -> Result) -> Result {
    let configuration = ServiceRecord.changes.withLock { _ in self.configuration.takeUnretainedValue() }
    return body(configuration)
  }

  var resetCount: Int { resets.load(ordering: .acquiring) }

  /// Whether the value at `pointer` can be shared as `ReferenceWords`.
  @inline(__always)
  func isReference(_ dynamicType: Any.Type, at pointer: UnsafeRawPointer) -> Bool {
    unsafeBitCast(dynamicType, to: UInt.self) == referenceType.load(ordering: .relaxed)
      || verifyReference(dynamicType, at: pointer)
  }

  @inline(never)
  private func verifyReference(_ dynamicType: Any.Type, at pointer: UnsafeRawPointer) -> Bool {
    guard ReferenceWords.verify(serviceType, at: pointer, dynamicType: dynamicType) else { return false }
    referenceType.store(unsafeBitCast(dynamicType, to: UInt.self), ordering: .relaxed)
    return true
  }

  // MARK: - Changing

  /// Sets the scope; a changed one gives up what the old one shared.
  func setScope(_ scope: any ObjectScopeProtocol) {
    // Made outside the lock, for a storage factory is user code.
    let new = ServiceConfiguration.make(for: scope)
    exchangeConfiguration { $0.scope === scope ? $0 : new.keepingCompletions(of: $0) }
  }

  /// Adds an action for new instances.
  func addCompletion(_ completion: @escaping ServiceConfiguration.Completion) {
    exchangeConfiguration { $0.adding(completion) }
  }

  private func exchangeConfiguration(_ change: (ServiceConfiguration) -> ServiceConfiguration) {
    let (old, dropped) = ServiceRecord.changes.withLock { _ -> (ServiceConfiguration, SharedInstance?) in
      let old = Unmanaged<ServiceConfiguration>.fromOpaque(configurationPointer.load(ordering: .acquiring))
        .takeRetainedValue()
      let new = change(old)
      configurationPointer.store(
        UnsafeRawPointer(Unmanaged.passRetained(new).toOpaque()), ordering: .sequentiallyConsistent)
      return (old, new.scope === old.scope ? nil : takeShared())
    }
    if !old.isPermanent { Reclamation.retire(old) }
    if let dropped { Reclamation.retire(dropped) }
  }

  /// Makes an instance visible to all threads, unless the record was reset since `resetCount` was read.
  ///
  /// - Returns: the instance that it replaces, to be retired.
  func publish(_ instance: SharedInstance, since resetCount: Int) -> SharedInstance? {
    ServiceRecord.changes.withLock { _ -> SharedInstance? in
      guard resets.load(ordering: .relaxed) == resetCount else { return nil }
      let old = sharedPointer.load(ordering: .acquiring)
      sharedPointer.store(
        UnsafeRawPointer(Unmanaged.passRetained(instance).toOpaque()), ordering: .sequentiallyConsistent)
      return old.map { Unmanaged<SharedInstance>.fromOpaque($0).takeRetainedValue() }
    }
  }

  /// Gives up the shared instance.
  func reset() {
    if let old = ServiceRecord.changes.withLock({ _ in takeShared() }) { Reclamation.retire(old) }
  }

  /// Counts a key that points here.
  func addKey() {
    keys.wrappingAdd(1, ordering: .relaxed)
  }

  /// Counts a key less; with the last one goes the shared instance, even if somebody holds the entry.
  func removeKey() {
    if keys.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { reset() }
  }

  /// Takes the shared instance away from readers; the caller holds `changes`.
  private func takeShared() -> SharedInstance? {
    resets.wrappingAdd(1, ordering: .acquiringAndReleasing)
    let old = sharedPointer.load(ordering: .acquiring)
    sharedPointer.store(nil, ordering: .sequentiallyConsistent)
    return old.map { Unmanaged<SharedInstance>.fromOpaque($0).takeRetainedValue() }
  }
}
