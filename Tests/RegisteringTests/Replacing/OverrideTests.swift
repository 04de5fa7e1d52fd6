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
    let layer = overridden()
    child.register(Client.self) { _ in FakeClient() }
    let names = [layer, Container(parent: layer), child, grandchild].map {
      $0.resolve(Store.self)?.client.name
    }
    #expect(names == ["fake", "fake", "real", "real"])
  }

  @Test func `the closure receives an empty container, whose last registration of a key holds`() {
    let layer = child.overriding { layer in
      #expect(!layer.hasAnyRegistration(of: Client.self) && layer.parent?.parent == nil)
      layer.register(Client.self) { _ in Client() }
      layer.register(Client.self) { _ in FakeClient() }
      layer.register(Int.self) { [weak layer] in layer?.resolve(Client.self)?.name.count ?? 0 }
      layer.register(String.self) { "removed" }
      #expect(layer.unregister(String.self))
    }
    #expect(layer.resolve(Store.self)?.client.name == "fake")
    // What is in no container is added to the layer alone.
    #expect(layer.resolve(Int.self) == 4)
    #expect(layer.parent?.hasAnyRegistration(of: Int.self) == false)
    #expect(!layer.hasAnyRegistration(of: String.self))
  }

  @Test func `the original is untouched, whether it has built its services or not`() throws {
    let (before, layer) = (try #require(child.resolve(Store.self)), overridden())
    let store = try #require(layer.resolve(Store.self))
    #expect(store !== before && child.resolve(Store.self) === before)
    #expect([child, parent].map { $0.resolve(Client.self)?.name } == ["real", "real"])
  }

  @Test func `a key that is in the parent and in the child is one service`() {
    child.register(Client.self) { _ in Client() }
    let layer = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.inObjectScope(.container)
    }
    let client = layer.resolve(Client.self)
    #expect(client?.name == "fake")
    #expect(layer.parent?.resolve(Client.self) === client)
    #expect(layer.resolve(Store.self)?.client === client)
  }

  @Test func `an override of a parent's key belongs to the parent, and holds nothing of the child`() {
    child.register(String.self) { "child" }
    parent.register(String.self) { "parent" }
    let layer = child.overriding {
      $0.register(Substring.self) { r in r.resolve(String.self)![...] }
      $0.register(Store.self) { r in Store(r.resolve(String.self) == "parent" ? FakeClient() : Client()) }
        .inObjectScope(.container)
    }
    #expect(layer.resolve(Store.self)?.client.name == "fake")
    #expect(layer.resolve(Substring.self) == "child")
  }

  @Test func `names and arguments are a part of the key`() {
    for container in [parent, child] {
      container.register(String.self) { "real" }
      container.register(String.self, name: "named") { "real named" }
      container.register(String.self) { (_, number: Int) in "real \(number)" }
    }
    let layer = child.overriding {
      $0.register(String.self, name: "named") { "fake named" }
      $0.register(String.self) { (_, number: Int) in "fake \(number)" }
    }
    let texts = [layer, layer.parent!].flatMap {
      [
        $0.resolve(String.self), $0.resolve(String.self, name: "named"), $0.resolve(String.self, argument: 1),
      ]
    }
    #expect(texts == ["real", "fake named", "fake 1", "real", "fake named", "fake 1"])
  }

  @Test func `completions of the override run, and not those of what it replaces`() {
    let log = Recorder<String>()
    parent.register(Client.self) { _ in Client() }.initCompleted { _, _ in log.add("real") }
    let layer = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.initCompleted { _, client in log.add(client.name) }
    }
    #expect(log.all.isEmpty)
    _ = layer.resolve(Client.self)
    #expect(log.all == ["fake"])
  }

  @Test func `a layer has the failure handlers, and no behaviors`() {
    let behavior = Noting()
    let original = Container(behaviors: [behavior])
    let failures = Recorder.failures(of: original)
    let layer = original.overriding { $0.register(Int.self) { 2 } }
    layer.register(Int.self) { 3 }
    #expect(behavior.notes.all.isEmpty)
    #expect(layer.resolve(String.self) == nil)
    #expect(failures.all.count == 1)
  }

  @Test func `a layer over a layer takes the upper one where both say something`() {
    let layer = overridden().overriding { $0.register(Int.self) { 1 } }
    let top = layer.overriding { $0.register(Client.self) { _ in Client() } }
    let names = [layer, top].map { $0.resolve(Store.self)?.client.name }
    #expect(names == ["fake", "real"] && [layer, top].allSatisfy { $0.resolve(Int.self) == 1 })
  }

  @Test(arguments: [ObjectScope.container, .session])
  func `what the closure builds is not kept`(scope: ObjectScope) throws {
    var first: Client?
    let layer = child.overriding { layer in
      layer.register(Client.self) { _ in FakeClient() }.inObjectScope(scope)
      first = layer.resolve(Client.self)
      #expect(layer.resolve(Client.self) === first)
    }
    let client = try #require(layer.resolve(Client.self))
    #expect(client !== first)
    #expect(layer.resolve(Store.self)?.client === client)
  }

  @Test func `what the closure throws is thrown`() {
    #expect(throws: Broken.self) { try child.overriding { _ in throw Broken() } }
  }

  @Test func `an override takes the place in resolveAll`() {
    for name in ["a", "b", "c"] { parent.register(String.self, name: name) { name } }
    child.register(String.self, name: "d") { "d" }
    let layer = child.overriding {
      $0.register(String.self, name: "b") { "fake b" }
      $0.register(String.self, name: "e") { "e" }
    }
    #expect(layer.resolveAll(String.self) == ["a", "fake b", "c", "d", "e"])
  }

  @Test func `a layer is released with its instances`() async {
    weak var store: Store?
    weak var layerParent: Container?
    do {
      let layer = overridden()
      store = layer.resolve(Store.self)
      layerParent = layer.parent
      #expect(store != nil)
    }
    #expect(layerParent == nil)
    #expect(await isReleased { store })
  }
}
