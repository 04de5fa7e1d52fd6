import Facet
import FacetTestSupport
import Foundation
import Testing

/// What is given up while a storage is used, and what was changed while a reset waits for that.
@Suite(.timeLimit(.minutes(20))) struct StorageTurnTests {
  private final class Shelf: Sendable {
    let onDeinit: (@Sendable () -> Void)?
    init(onDeinit: (@Sendable () -> Void)? = nil) { self.onDeinit = onDeinit }
    deinit { onDeinit?() }
  }
  /// A storage with something to do after it was told an instance.
  private final class BusyStorage: InstanceStorage, @unchecked Sendable {
    // Unchecked: the container calls it one thread at a time.
    var instance: Any? { didSet { if instance != nil { whenSet?() } } }
    var whenSet: (() -> Void)?
  }
  enum Change: CaseIterable, Sendable { case reset, unregister, registerAgain, scope }

  private let container = Container()
  private let storage = BusyStorage()
  private let ended = Counter()

  private func register() -> ServiceEntry<Shelf> {
    container.register(Shelf.self) { _ in Shelf() }
      .inObjectScope(ObjectScope(storageFactory: { [storage] in storage }, description: "busy"))
      .onClose { [ended] _ in ended.next() }
  }
  private func change(_ change: Change, _ entry: ServiceEntry<Shelf>) {
    switch change {
    case .reset: container.resetObjectScope(entry.objectScope as! ObjectScope)
    case .unregister: container.unregister(Shelf.self)
    case .registerAgain: container.register(Shelf.self) { _ in Shelf() }
    case .scope: entry.inObjectScope(.container)
    }
  }

  @Test(arguments: Change.allCases)
  func `what the storage itself gives up ends when its turn is over`(_ change: Change) throws {
    let entry = register()
    storage.whenSet = { [unowned storage] in
      storage.whenSet = nil
      self.change(change, entry)
      #expect(ended.value == 0)
    }
    let shelf = try container.require(Shelf.self)
    #expect(ended.value == 1)
    #expect(storage.instance == nil)
    if change != .unregister { #expect(try container.require(Shelf.self) !== shelf) }
    try container.close()
    #expect(ended.value == (change == .reset || change == .scope ? 2 : 1))
  }

  @Test func `a reset passes over what got another scope while it waited for the storage`() throws {
    let (entry, stop) = (register(), Stop())
    storage.whenSet = { [unowned storage] in
      storage.whenSet = nil
      stop.halt()
    }
    let scope = entry.objectScope as! ObjectScope
    let builder = ThreadRun { [container] in container.resolve(Shelf.self) }
    stop.waitForArrival()
    let change = ThreadRun { entry.inObjectScope(.container) }
    #expect(change.rests)
    let reset = ThreadRun { [container] in container.resetObjectScope(scope) }
    stop.release()
    _ = (builder.result, change.result, reset.result)
    #expect(ended.value == 1)
    let shelf = try container.require(Shelf.self)
    container.resetObjectScope(scope)
    #expect(try container.require(Shelf.self) === shelf)
  }

  @Test func `an instance that a reset releases may resolve other services of the scope`() throws {
    let (container, found) = (container, Recorder<Int?>())
    container.register(Int.self) { _ in 7 }.inObjectScope(.session)
    container.register(Shelf.self) { [unowned container] _ in
      Shelf { found.add(container.resolve(Int.self)) }
    }.inObjectScope(.session)
    container.register(Int.self, name: "last") { _ in 8 }.inObjectScope(.session)
    _ = try (container.require(Int.self), container.require(Int.self, name: "last"))
    _ = try container.require(Shelf.self)
    container.resetObjectScope(.session)
    #expect(found.all == [7])
  }

  @Test func `an action of what the storage itself gives up may resolve the service`() throws {
    let (entry, found) = (register(), Recorder<Shelf?>())
    entry.onClose { [container] _ in if found.all.isEmpty { found.add(container.resolve(Shelf.self)) } }
    storage.whenSet = { [unowned storage, unowned container] in
      storage.whenSet = nil
      container.resetObjectScope(entry.objectScope as! ObjectScope)
    }
    let shelf = try container.require(Shelf.self)
    #expect(ended.value == 1 && found.all.count == 1)
    #expect(try found.all[0] === container.require(Shelf.self) && found.all[0] !== shelf)
  }

  enum Call: CaseIterable, Sendable { case get, set, ask, tell, end }
  /// A storage that does something in one of its calls.
  private final class CallingStorage: InstanceStorage, @unchecked Sendable {
    // Unchecked: the container calls it one thread at a time.
    private let (call, run): (Call, () -> Void)
    private var kept: Any?
    init(_ call: Call, _ run: @escaping () -> Void) { (self.call, self.run) = (call, run) }
    private func called(_ call: Call) { if call == self.call { run() } }
    var instance: Any? {
      get {
        called(.get)
        return kept
      }
      set {
        if newValue == nil { called(.set) }
        kept = newValue
      }
    }
    func instance(inGraph graph: GraphIdentifier) -> Any? {
      called(.ask)
      return kept
    }
    func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
      called(.tell)
      kept = instance
    }
    func graphResolutionCompleted() { called(.end) }
  }

  @Test(arguments: Call.allCases)
  func `a storage that resets its scope in each call works on`(call: Call) throws {
    let (container, ended, scopes) = (container, ended, Recorder<ObjectScope>())
    let scope = ObjectScope(
      storageFactory: { [unowned container] in
        CallingStorage(call) { container.resetObjectScope(scopes.all[0]) }
      }, description: "own")
    scopes.add(scope)
    container.register(Shelf.self) { _ in Shelf() }.inObjectScope(scope).onClose { _ in ended.next() }
    for _ in 0..<3 { _ = try container.require(Shelf.self) }
    container.resetObjectScope(scope)
    let count = call == .get || call == .set ? 1 : call == .ask ? 2 : 3
    #expect(ended.value == count)
    try container.close()
    #expect(ended.value == count)
  }

  @Test(arguments: Call.allCases)
  func `a storage does not close the container that calls it`(call: Call) throws {
    let (container, errors, ended) = (container, Recorder<CloseError>(), ended)
    let scope = ObjectScope(
      storageFactory: { [unowned container] in
        CallingStorage(call) {
          do throws(CloseError) { try container.close() } catch { errors.add(error) }
        }
      }, description: "own")
    container.register(Shelf.self) { _ in Shelf() }.inObjectScope(scope).onClose { _ in ended.next() }
    _ = try container.require(Shelf.self)
    container.resetObjectScope(scope)
    #expect(!container.isClosed && !errors.all.isEmpty)
    for error in errors.all {
      guard case .isBuilding(let key) = error.reason else { throw error }
      #expect(key == ServiceKey(Shelf.self))
    }
    #expect(ended.value == 1)
  }

  @Test func `a storage of two registrations gives each its own`() throws {
    let (container, storage, ended) = (container, BusyStorage(), Recorder<String>())
    let scope = ObjectScope(storageFactory: { storage }, description: "both")
    container.register(Shelf.self) { _ in Shelf() }.inObjectScope(scope).onClose { _ in ended.add("shelf") }
    container.register(Int.self) { _ in 7 }.inObjectScope(scope).onClose { ended.add("\($0)") }
    _ = try (container.require(Shelf.self), container.require(Int.self))
    // The storage has forgotten the shelf by itself.
    try container.close()
    #expect(ended.all == ["7"])
  }
}
