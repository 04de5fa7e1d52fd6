import Facet
import FacetTestSupport
import Testing

private class Client: @unchecked Sendable {
  var name: String { "real" }
}
private final class FakeClient: Client, @unchecked Sendable {
  override var name: String { "fake" }
}
private final class Store: Sendable {
  let client: Client
  init(_ client: Client) { self.client = client }
}

/// `overriding`: a copy in which other services take the place of some, wherever these are.
@Suite(.timeLimit(.minutes(20))) struct OverrideTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
    parent.register(Client.self) { _ in Client() }
    parent.register(Store.self) { r in Store(r.resolve(Client.self)!) }.inObjectScope(.container)
  }

  private func overridden() -> Container {
    child.overriding { $0.register(Client.self) { _ in FakeClient() } }
  }

  @Test func `an override reaches a service that a parent keeps, and a plain child does not`() {
    let grandchild = Container(parent: child)
    let overriding = overridden()
    child.register(Client.self) { _ in FakeClient() }
    let names = [overriding, Container(parent: overriding), child, grandchild].map {
      $0.resolve(Store.self)?.client.name
    }
    #expect(names == ["fake", "fake", "real", "real"])
  }

  @Test func `the closure receives an empty container, whose last registration of a key holds`() {
    let overriding = child.overriding { overriding in
      #expect(!overriding.hasAnyRegistration(of: Client.self) && overriding.parent?.parent == nil)
      overriding.register(Client.self) { _ in Client() }
      overriding.register(Client.self) { _ in FakeClient() }
      overriding.register(Int.self) { [weak overriding] in overriding?.resolve(Client.self)?.name.count ?? 0 }
      overriding.register(String.self) { "removed" }
      #expect(overriding.unregister(String.self))
    }
    #expect(overriding.resolve(Store.self)?.client.name == "fake")
    // What is in no container is added to the overriding copy alone.
    #expect(overriding.resolve(Int.self) == 4)
    #expect(overriding.parent?.hasAnyRegistration(of: Int.self) == false)
    #expect(!overriding.hasAnyRegistration(of: String.self))
  }

  @Test func `the original is untouched, whether it has built its services or not`() throws {
    let (before, overriding) = (try #require(child.resolve(Store.self)), overridden())
    let store = try #require(overriding.resolve(Store.self))
    #expect(store !== before && child.resolve(Store.self) === before)
    #expect([child, parent].map { $0.resolve(Client.self)?.name } == ["real", "real"])
  }

  @Test func `a key that is in the parent and in the child is one service`() {
    child.register(Client.self) { _ in Client() }
    let overriding = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.inObjectScope(.container)
    }
    let client = overriding.resolve(Client.self)
    #expect(client?.name == "fake")
    #expect(overriding.parent?.resolve(Client.self) === client)
    #expect(overriding.resolve(Store.self)?.client === client)
  }

  @Test func `an override of a parent's key belongs to the parent, and holds nothing of the child`() {
    child.register(String.self) { "child" }
    parent.register(String.self) { "parent" }
    let overriding = child.overriding {
      $0.register(Substring.self) { r in r.resolve(String.self)![...] }
      $0.register(Store.self) { r in Store(r.resolve(String.self) == "parent" ? FakeClient() : Client()) }
        .inObjectScope(.container)
    }
    #expect(overriding.resolve(Store.self)?.client.name == "fake")
    #expect(overriding.resolve(Substring.self) == "child")
  }

  @Test func `names and arguments are a part of the key`() {
    for container in [parent, child] {
      container.register(String.self) { "real" }
      container.register(String.self, name: "named") { "real named" }
      container.register(String.self) { (_, number: Int) in "real \(number)" }
    }
    let overriding = child.overriding {
      $0.register(String.self, name: "named") { "fake named" }
      $0.register(String.self) { (_, number: Int) in "fake \(number)" }
    }
    let texts = [overriding, overriding.parent!].flatMap {
      [
        $0.resolve(String.self), $0.resolve(String.self, name: "named"), $0.resolve(String.self, argument: 1),
      ]
    }
    #expect(texts == ["real", "fake named", "fake 1", "real", "fake named", "fake 1"])
  }

  @Test func `completions of the override run, and not those of what it replaces`() {
    let log = Recorder<String>()
    parent.register(Client.self) { _ in Client() }.initCompleted { _, _ in log.add("real") }
    let overriding = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.initCompleted { _, client in log.add(client.name) }
    }
    #expect(log.all.isEmpty)
    _ = overriding.resolve(Client.self)
    #expect(log.all == ["fake"])
  }

  @Test func `an overriding copy has the failure handlers, and no behaviors`() {
    let behavior = Noting()
    let original = Container(behaviors: [behavior])
    let failures = Recorder.failures(of: original)
    let overriding = original.overriding { $0.register(Int.self) { 2 } }
    overriding.register(Int.self) { 3 }
    #expect(behavior.notes.all.isEmpty)
    #expect(overriding.resolve(String.self) == nil)
    #expect(failures.all.count == 1)
  }

  @Test func `an overriding copy of an overriding copy takes the upper one where both say something`() {
    let overriding = overridden().overriding { $0.register(Int.self) { 1 } }
    let top = overriding.overriding { $0.register(Client.self) { _ in Client() } }
    let names = [overriding, top].map { $0.resolve(Store.self)?.client.name }
    #expect(names == ["fake", "real"] && [overriding, top].allSatisfy { $0.resolve(Int.self) == 1 })
  }

  @Test(arguments: [ObjectScope.container, .session])
  func `what the closure builds is not kept`(scope: ObjectScope) throws {
    var first: Client?
    let overriding = child.overriding { overriding in
      overriding.register(Client.self) { _ in FakeClient() }.inObjectScope(scope)
      first = overriding.resolve(Client.self)
      #expect(overriding.resolve(Client.self) === first)
    }
    let client = try #require(overriding.resolve(Client.self))
    #expect(client !== first)
    #expect(overriding.resolve(Store.self)?.client === client)
  }

  @Test func `what the closure throws is thrown`() {
    #expect(throws: Broken.self) { try child.overriding { _ in throw Broken() } }
  }

  @Test func `an override takes the place in resolveAll`() {
    for name in ["a", "b", "c"] { parent.register(String.self, name: name) { name } }
    child.register(String.self, name: "d") { "d" }
    let overriding = child.overriding {
      $0.register(String.self, name: "b") { "fake b" }
      $0.register(String.self, name: "e") { "e" }
    }
    #expect(overriding.resolveAll(String.self) == ["a", "fake b", "c", "d", "e"])
  }

  @Test func `an overriding copy is released with its instances`() async {
    weak var store: Store?
    weak var copiedParent: Container?
    do {
      let overriding = overridden()
      store = overriding.resolve(Store.self)
      copiedParent = overriding.parent
      #expect(store != nil)
    }
    #expect(copiedParent == nil)
    #expect(await isReleased { store })
  }
}
