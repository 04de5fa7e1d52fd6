import Facet
import FacetTestSupport
import Testing

private protocol Client: AnyObject { var name: String { get } }
private protocol Fetching: AnyObject { var name: String { get } }
private protocol Updating: AnyObject { var name: String { get } }
private final class RealClient: Client, Fetching, Updating { let name = "real" }
private final class FakeClient: Client, Fetching, Updating { let name = "fake" }
private final class PoorClient: Client { let name = "poor" }

/// Overrides and forwards: all keys of a replaced entry lead to the new one.
@Suite(.timeLimit(.minutes(20))) struct OverrideForwardTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
    let entry = parent.register(Client.self) { _ in RealClient() }.inObjectScope(.container)
      .implements(Fetching.self)
      .implements(Updating.self) { $0 as! any Updating }
    child.forward(Fetching.self, name: "child", to: entry)
  }

  private func names(of container: Container) -> [String?] {
    [
      container.resolve(Client.self)?.name, container.resolve(Fetching.self)?.name,
      container.resolve(Updating.self)?.name, container.resolve(Fetching.self, name: "child")?.name,
    ]
  }

  @Test func `all forwards of a replaced entry lead to the new one`() {
    let overriding = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.inObjectScope(.container)
    }
    #expect(names(of: overriding) == ["fake", "fake", "fake", "fake"])
    #expect(overriding.resolve(Fetching.self) === overriding.resolve(Client.self))
    #expect(names(of: child) == ["real", "real", "real", "real"])
  }

  @Test func `re-registering leaves them with the old entry, on purpose`() {
    let copy = child.copy(includingParents: true)
    copy.register(Client.self) { _ in FakeClient() }
    #expect(names(of: copy) == ["fake", "real", "real", "real"])
  }

  @Test func `a forward that kept an older entry of the key leads to the override as well`() {
    parent.register(Client.self) { _ in RealClient() }
    let overriding = child.overriding { $0.register(Client.self) { _ in FakeClient() } }
    #expect(names(of: overriding) == ["fake", "fake", "fake", "fake"])
  }

  @Test func `an override of a forwarded key leaves the other keys of its entry`() {
    let overriding = child.overriding { $0.register(Fetching.self) { _ in FakeClient() } }
    #expect(names(of: overriding) == ["real", "fake", "real", "real"])
    #expect(overriding.parent?.resolve(Fetching.self)?.name == "fake")
  }

  @Test func `an override with a forward of its own takes the place of the forward's key`() {
    let overriding = child.overriding {
      $0.register(FakeClient.self) { _ in FakeClient() }.inObjectScope(.container)
        .implements(Client.self)
    }
    #expect(names(of: overriding) == ["fake", "fake", "fake", "fake"])
    #expect(overriding.parent?.resolve(Updating.self) === overriding.resolve(FakeClient.self))
  }

  @Test func `forwards that the compiler checks are joined, with arguments`() {
    let container = Container()
    container.register([Int].self) { (_, number: Int) in [number] }
      .implements(Any.self)
      .implements(Int.self) { $0[0] }
    let overriding = container.overriding {
      $0.register(String.self) { (_, number: Int) in "\(-number)" }.implements([Int].self) { [Int($0)!] }
    }
    #expect(overriding.resolve(Int.self, argument: 5) == -5)
    #expect(overriding.resolve(Any.self, argument: 5) as? [Int] == [-5])
    #expect(container.resolve(Int.self, argument: 5) == 5)
  }

  @Test func `an override may add forwards, and replace some of the old ones`() {
    let overriding = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.implements(AnyObject.self).inObjectScope(.container)
      $0.register(Updating.self) { _ in RealClient() }
    }
    #expect(names(of: overriding) == ["fake", "fake", "real", "fake"])
    #expect(overriding.resolve(AnyObject.self) === overriding.resolve(Client.self))
  }

  @Test func `a forward in a parent to an entry that was removed does not lead below the parent`() {
    parent.unregister(Client.self)
    child.register(Client.self) { _ in RealClient() }
    var overriding: Container? = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.inObjectScope(.container)
    }
    let copy = overriding?.parent
    overriding = nil
    #expect(copy?.resolve(Fetching.self)?.name == "fake")
  }

  @Test func `a service that is not what the old one was forwarded to stops with both places`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Client.self) { _ in RealClient() }
        .implements(Fetching.self, fileID: "App/Clients.swift", line: 3)
      let overriding = container.overriding {
        $0.register(Client.self, fileID: "Tests/Fakes.swift", line: 5) { _ in PoorClient() }
      }
      _ = overriding.resolve(Fetching.self)
    }
    let text = try stopText(result)
    #expect(text.hasPrefix("Precondition failed: Cannot forward Fetching to Client\n"))
    #expect(text.contains("'Fetching'   written at App/Clients.swift:3\n"))
    #expect(text.contains("'Client'   registered at Tests/Fakes.swift:5\n"))
  }
}
