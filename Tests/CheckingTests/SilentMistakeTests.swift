import Facet
import FacetInspection
import FacetTestSupport
import Testing

private protocol Client: Sendable {}
private final class HTTPClient: Client {}
private final class Silent: Client {}
private struct Shop: Sendable {
  init(_ clients: [any Client] = []) {}
}

/// Mistakes that a program does not show: the report names them in a sentence, or as a problem where they are never meant.
@Suite(.timeLimit(.minutes(20))) struct SilentMistakeTests {
  private let container = Container()

  private func notes(
    in container: Container, _ options: (inout VerificationOptions) -> Void = { _ in }
  ) -> [String] {
    container.verify(options).notes
  }

  // MARK: - Lists

  @Test(arguments: ["initializer", "call", "lazy"])
  func `a list leaves out what takes arguments`(way: String) throws {
    container.register((any Client).self, name: "a") { _ in HTTPClient() }
    container.register((any Client).self, name: "b") { (_, _: Int) in HTTPClient() }
    switch way {
    case "initializer": container.autoregister(Shop.self, initializer: { (all: [any Client]) in Shop(all) })
    case "call": container.register(Shop.self) { r in Shop(try r.requireAll((any Client).self)) }
    default:
      container.register(Shop.self) { r in
        _ = try r.requireAll(Lazy<any Client>.self)
        return Shop()
      }
    }
    #expect(
      notes(in: container) == [
        "'Shop' asks for all 'Client', and gets those without arguments: not 'Client' named \"b\" with arguments (Int)."
      ])
  }

  @Test(arguments: ["initializer", "call"])
  func `a dictionary has no place for a service without a name`(way: String) {
    for name in [nil, "b"] { container.register((any Client).self, name: name) { _ in HTTPClient() } }
    if way == "call" {
      container.register(Shop.self) { r in Shop(Array(r.resolveAllByName((any Client).self).values)) }
    } else {
      container.autoregister(
        Shop.self, initializer: { (all: [String: any Client]) in Shop(Array(all.values)) })
    }
    #expect(
      notes(in: container) == [
        "'Shop' asks for all 'Client' by their names, and does not get the one that has none."
      ])
  }

  @Test func `a list is empty although a service is one, and its remedy helps`() {
    let entry = container.register(HTTPClient.self) { _ in HTTPClient() }
    container.register(Shop.self) { r in Shop(try r.requireAll()) }
    #expect(
      notes(in: container) == [
        "'Shop' asks for all 'Client', and gets none: 'HTTPClient' is one, and is registered by another type. Forward it: .implements((any Client).self)"
      ])
    entry.implements((any Client).self)
    #expect(notes(in: container) == [])
    container.removeAll()
    container.register(Shop.self) { r in Shop(try r.requireAll()) }
    #expect(notes(in: container) == [])
  }

  @Test func `a kept list of a parent has nothing of a child, and its remedy helps`() {
    container.register((any Client).self, name: "a") { _ in HTTPClient() }
    let shop = container.register(Shop.self) { r in Shop(try r.requireAll()) }.inObjectScope(.container)
    let child = Container(parent: container)
    child.register((any Client).self, name: "b") { _ in HTTPClient() }
    #expect(
      notes(in: child) == [
        "'Shop' asks for all 'Client', and is kept by a parent: it never gets 'Client' named \"b\" of a child. Give it the scope .scoped."
      ])
    shop.inObjectScope(.scoped)
    #expect(notes(in: child) == [])
  }

  // MARK: - What stands for something else

  @Test func `a fake that is called like nothing, and one beside the element that it stands for`() {
    container.register((any Client).self, name: "main", fileID: "App.swift", line: 1) { _ in HTTPClient() }
    container.register(Shop.self) { r in Shop(try r.requireAll()) }
    #expect(
      notes(in: container.overriding { $0.register(Silent.self) { _ in Silent() } }) == [
        "'Silent' replaces nothing, and no other service asks for it; 'Client' named \"main\" is registered at App.swift:1. Register it by the key of the service that it stands for: type, name and argument types."
      ])
    #expect(
      notes(in: container.overriding { $0.register((any Client).self) { _ in Silent() } }) == [
        "'Client' replaces nothing: 'Shop' gets it in a list, beside 'Client' named \"main\". Register it under the name of the one that it stands for."
      ])
    #expect(
      notes(in: container.overriding { $0.register((any Client).self, name: "main") { _ in Silent() } }) == []
    )
  }

  @Test func `a child's own registration goes without the decorator of its parent`() {
    container.register(HTTPClient.self) { _ in HTTPClient() }
    container.decorate(HTTPClient.self, fileID: "App.swift", line: 3) { _, client in client }
    let child = Container(parent: container)
    child.register(HTTPClient.self) { _ in HTTPClient() }
    #expect(
      notes(in: child) == [
        "'HTTPClient' of a child takes the place of its parent's, and goes without the decorator at App.swift:3. Decorate it in the child, too."
      ])
    child.decorate(HTTPClient.self) { _, client in client }
    #expect(notes(in: child) == [])
  }

  @Test func `an instance that is given by its own type`() {
    container.register((any Client).self, name: "main", fileID: "App.swift", line: 1) { _ in HTTPClient() }
    let problems = container.verify { $0.use(Silent()) }.problems
    #expect(
      problems.map(\.description) == [
        """
        No registration matches 'Silent'; the verification was given an instance for it.

          Near:   'Client' named "main"   registered at App.swift:1

        To fix this, do one of:
          • Give it for the key of a registration above: verify { $0.use(…, for: (any Client).self, name: "main") }
        """
      ])
    #expect(container.verify { $0.use(Silent(), for: (any Client).self, name: "main") }.problems.isEmpty)
  }

  @Test func `a class that is registered as a protocol, and asked for by its own type`() {
    container.register((any Client).self, fileID: "App.swift", line: 1) { _ in HTTPClient() }
    container.register(Shop.self, fileID: "App.swift", line: 2) { r in Shop([try r.require(HTTPClient.self)])
    }
    #expect(
      container.verify().problems.map(\.description) == [
        """
        No registration matches 'HTTPClient'.

          Needed by:   'Shop'     registered at App.swift:2
          Near:        'Client'   registered at App.swift:1

        To fix this, do one of:
          • Forward a registration above: .implements(HTTPClient.self)
          • Register it: container.register(HTTPClient.self) { resolver in … }
          • If it may be missing, say so where it is asked for: resolver.optional(HTTPClient.self)
          • If it may be missing, accept it: verify { $0.allowMissing(HTTPClient.self) }
        """
      ])
    container.register((any Client).self) { _ in HTTPClient() }.implements(HTTPClient.self)
    #expect(container.verify().problems.filter { $0.kind == .missing }.isEmpty)
  }

  // MARK: - Others

  @Test func `a factory that returns nothing`() {
    container.register(name: "first", fileID: "App.swift", line: 1) { _ = HTTPClient() }
    container.register(fileID: "App.swift", line: 2) { _ = Silent() }
    container.register(fileID: "App.swift", line: 3) { _ = Silent() }
    #expect(
      container.verify().problems.map(\.description) == [
        """
        A factory returns nothing, so that its service is '()'.

          Places:   registered at App.swift:2
                    registered at App.swift:1
                    registered at App.swift:3

        To fix this, do one of:
          • Return the service: a closure of several statements needs a return.
          • Name the type, so that the compiler asks for it: container.register(Service.self) { resolver in … }
        """
      ])
  }

  @Test func `a factory that asks the main container, while another one builds`() {
    let main = Container()
    main.register(HTTPClient.self, name: "main") { _ in HTTPClient() }
    container.register(Shop.self) { _ in Shop([try Container.main.require(HTTPClient.self, name: "main")]) }
    Container.withMain(main) {
      #expect(
        notes(in: container) == [
          "'Shop' asks Container.main for 'HTTPClient' named \"main\", and not the container that builds it: resolver.require(HTTPClient.self, name: \"main\")"
        ])
    }
    // It is the container, or its parent.
    container.register(HTTPClient.self, name: "main") { _ in HTTPClient() }
    Container.withMain(container) {
      #expect(notes(in: container) == [])
      #expect(notes(in: Container(parent: container)) == [])
    }
  }

  @Test func `options that accept what is not there`() {
    container.register(Silent.self) { _ in Silent() }
    let found = notes(in: container) {
      $0.allowMissing(Silent.self, name: "other")
      $0.allowCapture(of: HTTPClient.self)
      $0.allowSecondBuild(of: HTTPClient.self)
      $0.allowSynchronousUse(of: (any Client).self)
      $0.allowCapture(of: Silent.self)
    }
    #expect(
      found == [
        "allowMissing(Silent.self, name: \"other\") accepts nothing: no service lacks it.",
        "allowCapture(of: HTTPClient.self) accepts nothing: it is not registered.",
        "allowSecondBuild(of: HTTPClient.self) accepts nothing: it is not registered.",
        "allowSynchronousUse(of: (any Client).self) accepts nothing: it is not registered.",
      ])
  }
}
