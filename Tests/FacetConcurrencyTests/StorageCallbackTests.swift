import Facet
import FacetTestSupport
import Testing

/// Storages that use the container.
@Suite(.timeLimit(.minutes(5))) struct StorageCallbackTests {
  final class Session: @unchecked Sendable {
    // Unchecked: set once, by the completion.
    var log: Log?
  }

  final class Log: Sendable {
    let session: Session
    init(_ session: Session) { self.session = session }
  }

  /// Builds a new session at the end of the first cycle.
  final class RenewingStorage: InstanceStorage {
    var instance: Any?
    private let renew: () -> Void
    private var isRenewed = false

    init(_ renew: @escaping () -> Void) { self.renew = renew }

    func graphResolutionCompleted() {
      guard !isRenewed else { return }
      isRenewed = true
      instance = nil
      renew()
    }
  }

  @Test func `what a storage builds at the end of a cycle is there for other threads`() {
    let container = Container()
    let sessions = Counter()
    let scope = ObjectScope(storageFactory: { [unowned container] in
      RenewingStorage { _ = container.resolve(Session.self) }
    })
    container.register(Session.self) { _ in
      sessions.next()
      return Session()
    }
    .inObjectScope(scope)
    .initCompleted { r, session in if sessions.value > 1 { session.log = r.resolve(Log.self) } }
    container.register(Log.self) { r in Log(r.resolve(Session.self)!) }.inObjectScope(.container)
    _ = container.resolve(Session.self)
    #expect(sessions.value == 2)
    #expect(ThreadRun { container.resolve(Log.self) != nil }.result == true)
  }
}
