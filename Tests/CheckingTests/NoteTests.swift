import Facet
import FacetInspection
import FacetTestSupport
import Testing

private struct Point {}
private final class Theme: Sendable {}
private struct Screen: Sendable { let theme: Theme }

private protocol Mail: AnyObject, Sendable {}
private protocol Letters: AnyObject, Sendable {}
private class Post: Mail, Letters, @unchecked Sendable {}
private final class FakeMail: Post, @unchecked Sendable {}
private final class Office: Sendable {
  init(_ mail: any Mail) {}
}
private final class Mother: @unchecked Sendable {
  var child: Child?
}
private final class Child: Sendable {
  init(_ mother: Mother) {}
}

/// What may be meant, and may be a mistake: the report says it in a sentence, and does not fail.
@Suite(.timeLimit(.minutes(20))) struct NoteTests {
  private let container = Container()

  private func expectNote(
    _ note: String, in container: Container, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = container.verify { $0.arguments(for: Screen.self, 1) }
    #expect(report.notes == [note], sourceLocation: sourceLocation)
    #expect(report.description.contains("  • " + note), sourceLocation: sourceLocation)
    #expect(
      report.problems.filter { $0.kind != .missing }.isEmpty, "\(report)", sourceLocation: sourceLocation)
  }

  @Test func `a sound container has none`() {
    container.register(Theme.self) { _ in Theme() }.inObjectScope(.weak)
    container.register(Screen.self) { r in Screen(theme: try r.require()) }.inObjectScope(.container)
      .startsEagerly()
    #expect(container.verify().notes == [])
  }

  @Test func `a structure of weak scope, an eager start of what is not kept`() throws {
    container.register(Point.self) { _ in Point() }.inObjectScope(.weak)
    try expectNote("'Point' has weak scope and is no object: each resolve builds it anew.", in: container)
    container.removeAll()
    container.register(Theme.self) { _ in Theme() }.startsEagerly()
    try expectNote(
      "'Theme' starts eagerly, and its scope (graph) does not keep it: the start builds it for nobody.",
      in: container)
  }

  @Test func `a kept service that takes arguments`() throws {
    container.register(Screen.self) { (_, _: Int) in Screen(theme: Theme()) }.inObjectScope(.container)
    try expectNote(
      "'Screen' with arguments (Int) is kept (scope: container), so the first arguments count for all who ask later: .perArgument keeps one for each.",
      in: container)
  }

  @Test func `a child's service that a shared one of the parent does not see`() throws {
    container.register(Theme.self) { _ in Theme() }
    container.register(Screen.self) { r in Screen(theme: try r.require()) }.inObjectScope(.container)
    let child = Container(parent: container)
    child.register(Theme.self) { _ in Theme() }
    try expectNote(
      "'Theme' of a child takes the place of its parent's, but not for 'Screen', which is shared in the parent and built there.",
      in: child)
  }

  @Test func `an optional that is missing under its name`() throws {
    container.register(Theme.self, name: "dark", fileID: "Screens.swift", line: 3) { _ in Theme() }
    container.register(Screen.self) { r in Screen(theme: r.optional(Theme.self, name: "darc") ?? Theme()) }
    try expectNote(
      "'Screen' asks for an optional 'Theme' named \"darc\", which is missing; 'Theme' named \"dark\" is registered at Screens.swift:3.",
      in: container)
    #expect(container.verify { $0.allowMissing(Theme.self, name: "darc") }.notes == [])
    container.register(Screen.self) { r in Screen(theme: r.optional(Theme.self, name: "winter") ?? Theme()) }
    #expect(container.verify().notes == [])
  }

  @Test func `one object of two entries that ends twice`() throws {
    container.register(Theme.self) { _ in Theme() }.inObjectScope(.container).onClose { _ in }
    let other = container.register(AnyObject.self) { r in try r.require(Theme.self) as AnyObject }
      .inObjectScope(.container)
    #expect(container.verify().notes == [])
    other.onClose { _ in }
    try expectNote(
      "'Theme' and 'AnyObject' give one object, and each has an onClose for it. Forward one key to the other: .implements(…)",
      in: container)
  }

  // MARK: - Scopes

  @Test func `a storage of two services`() throws {
    final class Box: ObjectScopeProtocol {
      let storage = PermanentStorage()
      func makeStorage() -> any InstanceStorage { storage }
    }
    let scope = ObjectScope(storageFactory: { [box = Box()] in box.storage }, description: "session")
    container.register(Theme.self) { _ in Theme() }.inObjectScope(scope)
    #expect(container.verify().notes == [])
    container.register(Screen.self) { _ in Screen(theme: Theme()) }.inObjectScope(scope)
    try expectNote(
      "The scope session has one storage for 'Theme' and 'Screen', and a storage keeps one instance. Make a storage in each call of its factory.",
      in: container)
  }

  @Test func `scopes without a name are told by their places, and two of them are two`() throws {
    let session = ObjectScope(storageFactory: PermanentStorage.init, fileID: "Scopes.swift", line: 1)
    let flow = ObjectScope(storageFactory: PermanentStorage.init, fileID: "Scopes.swift", line: 2)
    container.register(Theme.self, fileID: "Screens.swift", line: 3) { _ in Theme() }.inObjectScope(session)
    container.register(Point.self) { _ in Point() }.inObjectScope(flow)
    #expect(container.verify().notes == [])
    #expect(container.description.contains("ObjectScope: unnamed (Scopes.swift:2)"))
    container.register(Screen.self, fileID: "Screens.swift", line: 4) { r in Screen(theme: try r.require()) }
      .inObjectScope(.container)
    #expect(
      container.verify().problems.first?.description.hasPrefix(
        "'Theme' (scope: unnamed (Scopes.swift:1)) is held by a service that lives longer.") == true)
    let again = ObjectScope(storageFactory: PermanentStorage.init, fileID: "Scopes.swift", line: 2)
    container.register(Screen.self) { _ in Screen(theme: Theme()) }.inObjectScope(again)
    #expect(
      container.verify().notes == [
        "2 scopes are unnamed (Scopes.swift:2): a reset of one does not reach the services of the others. Make a scope once, in a static constant."
      ])
  }

  @Test func `a scope that is made anew at each use`() throws {
    func session() -> ObjectScope {
      ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    }
    container.register(Theme.self) { _ in Theme() }.inObjectScope(session())
    container.register(Screen.self) { _ in Screen(theme: Theme()) }.inObjectScope(session())
    try expectNote(
      "2 scopes are called session: a reset of one does not reach the services of the others. Make a scope once, in a static constant.",
      in: container)
  }

  // MARK: - Overrides

  private func registerMail() {
    container.register((any Mail).self, fileID: "Mail.swift", line: 3) { _ in Post() }
      .implements((any Letters).self)
    container.register(Office.self) { r in Office(try r.require((any Mail).self)) }
  }

  @Test(arguments: [true, false]) func `an override that replaces nothing`(isOfOwnType: Bool) throws {
    registerMail()
    let overriding = container.overriding {
      if isOfOwnType {
        $0.register(FakeMail.self) { _ in FakeMail() }
      } else {
        $0.register((any Mail).self, name: "main") { _ in FakeMail() }
      }
    }
    let key = isOfOwnType ? "'FakeMail'" : "'Mail' named \"main\""
    try expectNote(
      "\(key) replaces nothing, and no other service asks for it; 'Mail' is registered at Mail.swift:3. Register it by the key of the service that it stands for: type, name and argument types.",
      in: overriding)
  }

  @Test func `an override of a forwarded key, while another service asks for the service behind`() throws {
    registerMail()
    let overriding = container.overriding { $0.register((any Letters).self) { _ in FakeMail() } }
    try expectNote(
      "'Letters' replaces a forward alone: 'Office' asks for 'Mail', and gets the service of before. Override 'Mail'.",
      in: overriding)
  }

  @Test func `not of what replaces a service, or is asked for by another override`() {
    registerMail()
    let overriding = container.overriding {
      $0.register(FakeMail.self) { _ in FakeMail() }
      $0.register((any Mail).self) { r in try r.require(FakeMail.self) as any Mail }
    }
    #expect(overriding.verify().notes == [])
  }

  // MARK: - What is kept already

  @Test func `a decorator that is declared when the instance exists`() throws {
    container.register(Theme.self) { _ in Theme() }.inObjectScope(.container)
    container.decorate(Theme.self, fileID: "Early.swift", line: 1) { _, theme in theme }
    _ = try container.require(Theme.self)
    #expect(container.verify().notes == [])
    container.decorate(Theme.self, fileID: "Late.swift", line: 9) { _, theme in theme }
    try expectNote(
      "'Theme' was built before its decorator at Late.swift:9: the instance that is kept goes without it. Decorate before the first resolve.",
      in: container)
    container.resetObjectScope(.container)
    _ = try container.require(Theme.self)
    #expect(container.verify().notes == [])
  }

  @Test(arguments: ["reset", "reset and built again", "removed", "replaced"])
  func `what ended while a kept service holds it`(how: String) throws {
    func registerTheme() { container.register(Theme.self) { _ in Theme() }.inObjectScope(.container) }
    registerTheme()
    // One gets it by a service of its own.
    container.register(Screen.self) { r in Screen(theme: try r.require()) }
    container.register(Office.self) { r in
      _ = try r.require(Screen.self)
      return Office(Post())
    }.inObjectScope(.container)
    container.register(Post.self) { r in
      _ = try r.require(Theme.self)
      return Post()
    }.inObjectScope(.container)
    for _ in 0..<2 { _ = try (container.require(Office.self), container.require(Post.self)) }
    #expect(container.verify().notes == [])
    switch how {
    case "removed":
      container.unregister(Theme.self)
      registerTheme()
    case "replaced": registerTheme()
    default: container.resetObjectScope(.container, serviceType: Theme.self)
    }
    if how == "reset and built again" { _ = try container.require(Theme.self) }
    let report = container.verify()
    #expect(
      report.notes == [
        "'Office' and 'Post' were built before the present 'Theme': an earlier instance that is held goes on, and may have ended. Reset them together, or hold a Provider."
      ])
    container.resetObjectScope(.container)
    _ = try (container.require(Office.self), container.require(Post.self))
    #expect(container.verify().notes == [])
  }

  @Test func `not of services that need each other`() throws {
    container.register(Mother.self) { _ in Mother() }.inObjectScope(.container)
      .initCompleted { r, mother in mother.child = try r.require() }
    container.register(Child.self) { r in Child(try r.require()) }.inObjectScope(.container)
    _ = try container.require(Mother.self)
    #expect(container.verify { $0.allowSecondBuild(of: Child.self) }.notes == [])
  }
}
