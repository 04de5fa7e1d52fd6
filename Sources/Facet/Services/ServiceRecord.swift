import Synchronization

/// How to build a service, and what is shared of it.
///
/// `ServiceEntry` is the typed view of it.
///
/// Not generic on purpose: an instantiation for every service type would cost more at the first registration than
/// everything else together.
///
/// Shared between threads are the two atomic pointers. `configuration` and `shared` point at immutable objects;
/// they are exchanged as a whole and the old one is retired, so that a reader within `Reclamation` may use what it
/// loads. All exchanges happen while `changes` is held.
@usableFromInline
final class ServiceRecord: Registration, @unchecked Sendable {
  /// Builds a service at `result`.
  ///
  /// `resolver` is the address of an `any Resolver`, the container that builds: handing it over counts no reference,
  /// which threads that use one container would contend for.
  @usableFromInline typealias Build =
    @Sendable (
      _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
    ) throws -> Void

  private let factory: Build
  let arguments: ArgumentOperations?
  /// The size of the service type in bytes.
  let size: Int
  /// Whether a service fits in memory of `ReferenceWords.storageSize` bytes, aligned to `smallAlignment`.
  let isSmall: Bool
  /// What the stack has without a call to the allocator.
  static var smallAlignment: Int { 16 }
  /// The registry of the container that the service was registered in; alive as long as a resolve can reach the record.
  unowned(unsafe) let owner: AnyObject

  private let configurationPointer: Atomic<UnsafeRawPointer>
  /// The mode of the configuration.
  ///
  /// Read on its own: a reader sees it before or after a change, as it does the rest.
  private let modeByte: Atomic<UInt8>
  private let sharedPointer = Atomic<UnsafeRawPointer?>(nil)
  private let layout = ReferenceLayout()
  /// How often the shared instance was given up: what was begun before belongs to nobody else.
  private let resets = Atomic<Int>(0)
  /// How many keys of registries point here.
  private let keys = Atomic<Int>(0)

  private static let changes = Guarded(())

  init(
    _ request: consuming RegistrationRequest, size: Int, alignment: Int, arguments: ArgumentOperations?,
    owner: AnyObject, scope: any ObjectScopeProtocol, build: @escaping Build
  ) {
    factory = build
    self.size = size
    isSmall = size <= ReferenceWords.storageSize && alignment <= ServiceRecord.smallAlignment
    self.arguments = arguments
    self.owner = owner
    let configuration = ServiceConfiguration.make(for: scope)
    modeByte = Atomic(configuration.mode.rawValue)
    configurationPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(configuration).toOpaque()))
    super.init(request, isForward: false)
  }

  deinit {
    Unmanaged<ServiceConfiguration>.fromOpaque(configurationPointer.load(ordering: .acquiring)).release()
    guard let shared = sharedPointer.load(ordering: .acquiring) else { return }
    Unmanaged<SharedInstance>.fromOpaque(shared).release()
  }

  /// Runs the factory.
  ///
  /// Not inlined on purpose: in a method of its own the compiler sees that the record outlives the call, and does not count a
  /// reference to the closure.
  @inline(never)
  func build(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    try factory(resolver, arguments, result)
  }

  // MARK: - Reading, within `Reclamation`

  @inline(__always)
  var configuration: Unmanaged<ServiceConfiguration> {
    .fromOpaque(configurationPointer.load(ordering: .sequentiallyConsistent))
  }

  @inline(__always)
  var mode: ServiceConfiguration.Mode { .init(rawValue: modeByte.load(ordering: .relaxed)) }

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

  /// What the service at `pointer` is.
  @inline(__always)
  func form(at pointer: UnsafeRawPointer) -> ServiceForm { layout.form(serviceType, at: pointer) }

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
      modeByte.store(new.mode.rawValue, ordering: .relaxed)
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
    guard keys.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0, mode.isScope(.custom) else {
      return
    }
    let (scope, isBare) = withConfiguration { ($0.scope, $0.kind == .custom && $0.storage == nil) }
    guard isBare else { return }
    let storage = scope.makeStorage()
    exchangeConfiguration { $0.storage == nil ? $0.replacingStorage(storage) : $0 }
  }

  /// Counts a key less; with the last one go the shared instance and the storage, even if somebody holds the entry.
  ///
  /// Not inlined: it is large, and called from several places.
  @inline(never)
  func removeKey() {
    guard keys.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    reset()
    if withConfiguration(\.kind) == .custom { exchangeConfiguration { $0.replacingStorage(nil) } }
  }

  /// Takes the shared instance away from readers; the caller holds `changes`.
  private func takeShared() -> SharedInstance? {
    resets.wrappingAdd(1, ordering: .acquiringAndReleasing)
    let old = sharedPointer.load(ordering: .acquiring)
    sharedPointer.store(nil, ordering: .sequentiallyConsistent)
    return old.map { Unmanaged<SharedInstance>.fromOpaque($0).takeRetainedValue() }
  }
}
