import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// Wirings that applications have every day: nothing is wrong with them, and nothing is reported.
@Suite(.timeLimit(.minutes(20))) struct OrdinaryWiringTests {
  private let container = Container()

  @Test func `a service of the default scope under ten shared services`() throws {
    container.register(Water.self) { _ in Water() }
    for number in 0..<10 {
      container.register(Cup.self, name: "\(number)") { r in Cup(try r.require(Water.self)) }
        .inObjectScope(.container)
    }
    container.register(Saucer.self) { r in Saucer(try r.require(Water.self)) }
    try container.verify().check()
  }

  @Test func `models over shared stores, and a coordinator that is set later`() throws {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.container).implements((any Drink).self)
    container.register(Saucer.self) { r in Saucer(try r.require((any Drink).self)) }
      .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
      .initCompleted { r, cup in cup.saucer = r.resolve(Saucer.self) }
    try container.verify().check()
  }

  @Test func `a session that is asked anew each time, and holds what is shared`() throws {
    let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    container.register(Water.self) { _ in Water() }.inObjectScope(.container)
    container.register(Tea.self) { r in
      _ = try r.require(Water.self)
      return Tea()
    }.inObjectScope(session)
    container.register(Cup.self) { r in Cup(try r.require(Provider<Tea>.self)) }.inObjectScope(.container)
    container.register(Saucer.self) { r in Saucer(try r.require(Tea.self)) }
    try container.verify().check()
  }

  @Test func `a request whose services are scoped`() throws {
    container.register(Water.self) { _ in Water() }.inObjectScope(.container)
    container.register(Tea.self) { r in
      _ = try r.require(Water.self)
      return Tea()
    }.inObjectScope(.scoped)
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.scoped)
    let request = Container(parent: container)
    request.register(Saucer.self) { r in Saucer(try r.require(Cup.self)) }
    try request.verify().check()
  }

  @Test func `what a parent registers for each request, with what the request has`() throws {
    container.register(Cup.self) { r in Cup(try r.require(Leaf.self)) }.inObjectScope(.scoped)
    container.register(Saucer.self) { r in Saucer(try r.require(Cup.self)) }.inObjectScope(.scoped)
    let request = Container(parent: container)
    request.register(Leaf.self) { _ in Leaf() }
    try request.verify().check()
  }

  @Test func `an optional that neither the container nor a child has`() throws {
    container.autoregister(Optionally.self, initializer: Optionally.init).inObjectScope(.container)
    try Container(parent: container).verify().check()
  }
}

private final class Optionally: Sendable {
  init(leaf: Leaf?) {}
}

/// What certainly ends before its holder.
@Suite(.timeLimit(.minutes(20))) struct CaptureTests {
  private static let session = ObjectScope(
    storageFactory: PermanentStorage.init, description: "session")
  private let container = Container()

  private func captures(
    of scope: ObjectScope, _ need: @escaping @Sendable (any Resolver) throws -> Any
  ) -> [String] {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(scope)
    container.register(Price.self) { _ in Price(cents: 3) }.inObjectScope(scope)
    container.register(Cup.self) { r in Cup(try need(r)) }.inObjectScope(.container)
    return container.verify().problems.filter { $0.kind == .capture }.map(\.key.description)
  }

  @Test func `a lazy keeps what ends with a session`() {
    #expect(captures(of: Self.session) { try $0.require(Lazy<Tea>.self) } == ["'Tea'"])
  }

  @Test func `a lazy of an initializer keeps it as well`() {
    final class Later: Sendable { init(_: Lazy<Tea>) {} }
    container.register(Tea.self) { _ in Tea() }.inObjectScope(Self.session)
    container.autoregister(Later.self, initializer: Later.init).inObjectScope(.container)
    #expect(container.verify().problems.map(\.kind) == [.capture])
  }

  @Test func `a provider asks a session anew`() {
    #expect(captures(of: Self.session) { try $0.require(Provider<Tea>.self) } == [])
  }

  @Test func `neither a lazy nor a provider reaches the request from what all requests share`() {
    #expect(
      captures(of: .scoped) { try ($0.require(Lazy<Tea>.self), $0.require(Provider<Price>.self)) }
        == ["'Tea'", "'Price'"])
  }

  @Test func `a value is held as an object is`() {
    #expect(captures(of: Self.session) { try $0.require(Price.self) } == ["'Price'"])
  }

  @Test(arguments: [ObjectScope.graph, .transient, .container, .weak])
  func `what does not certainly end before is none`(scope: ObjectScope) {
    #expect(captures(of: scope) { try ($0.require(Tea.self), $0.require(Lazy<Tea>.self)) } == [])
  }
}

/// What a child has, and a service that its parent builds never sees.
@Suite(.timeLimit(.minutes(20))) struct UnseenServiceTests {
  @Test func `an optional that only a child has is told`() {
    let parent = Container()
    parent.autoregister(Optionally.self, fileID: "Shop/Wiring.swift", line: 1, initializer: Optionally.init)
      .inObjectScope(.container)
    let child = Container(parent: parent)
    child.add(Leaf.self, line: 2) { _ in Leaf() }
    #expect(
      child.verify().problems.map(\.description) == [
        """
        No registration matches 'Leaf'.

          Needed by:   'Optionally'   registered at Shop/Wiring.swift:1
          Near:        'Leaf'         registered in a child container at Shop/Wiring.swift:2

        To fix this, do one of:
          • Register 'Optionally' in the child container too: its own container builds it, and cannot see the child's 'Leaf'.
          • Give 'Optionally' the scope .scoped, so that each container that is asked builds its own.
        """
      ])
  }

  @Test func `a factory that asks for it is told as well`() {
    let parent = Container()
    parent.register(Cup.self) { r in Cup(r.optional(Leaf.self) as Any) }.inObjectScope(.container)
    let child = Container(parent: parent)
    child.register(Leaf.self) { _ in Leaf() }
    #expect(child.verify().problems.map(\.key.description) == ["'Leaf'"])
    parent.register(Cup.self) { r in Cup(r.optional(Leaf.self) as Any) }.inObjectScope(.transient)
    #expect(child.verify().problems.filter { $0.kind == .missing }.isEmpty)
  }
}

/// One cause is one problem, whatever the number of paths that lead to it.
@Suite(.timeLimit(.minutes(20))) struct OneCauseTests {
  @Test func `a coordinator that shows many screens in its completion`() {
    let container = Container()
    for name in ["a", "b", "c", "d"] {
      container.register(Cup.self, name: name) { r in Cup(try r.require(Shop.self)) }
    }
    container.register(Shop.self) { _ in Shop() }
      .initCompleted { r, _ in for name in ["a", "b", "c", "d"] { _ = r.resolve(Cup.self, name: name) } }
    #expect(container.verify().problems.map(\.kind) == [.secondBuild])
  }
}
