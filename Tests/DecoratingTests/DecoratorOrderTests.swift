import Facet
import FacetTestSupport
import Testing

private protocol Store: AnyObject { var words: String { get } }
private protocol Readable: AnyObject { var words: String { get } }
private final class FileStore: Store, Readable, Sendable { let words = "file" }
private final class Wrapped: Store, Readable, Sendable {
  let words: String
  init(_ name: String, _ inner: String) { words = "\(name)(\(inner))" }
}

/// Decorators, registrations and forwards in any order.
@Suite(.timeLimit(.minutes(20))) struct DecoratorOrderTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
    child.failureHandler = { _ in }
  }

  private func decorate(_ container: Container, _ name: String) {
    container.decorate((any Store).self) { _, inner in Wrapped(name, inner.words) }
  }

  private func readable(_ container: Container) throws -> String {
    try container.require((any Readable).self).words
  }

  @Test func `a forward of the parent or the child, declared before or after, is decorated there`() throws {
    let entry = parent.register((any Store).self) { _ in FileStore() }.inObjectScope(.container)
    let grandchild = Container(parent: Container(parent: child))
    child.forward((any Readable).self, name: "own", to: entry)
    decorate(child, "child")
    decorate(grandchild, "grandchild")
    entry.implements((any Readable).self)
    parent.forward((any Readable).self, name: "named", to: entry)
    #expect(try readable(parent) == "file")
    #expect(try readable(child) == "child(file)")
    #expect(try readable(grandchild) == "grandchild(child(file))")
    child.forward((any Readable).self, name: "later", to: entry)
    for name in ["named", "own", "later"] {
      #expect(try child.require((any Readable).self, name: name) === child.require((any Store).self))
    }
  }

  @Test func `a child that has the key of the forward, or of the service, keeps its own`() throws {
    let entry = parent.register((any Store).self) { _ in FileStore() }
    let (own, other) = (Container(parent: parent), Container(parent: parent))
    decorate(own, "own")
    own.register((any Readable).self) { _ in Wrapped("mine", "") }
    other.register((any Store).self) { _ in FileStore() }
    decorate(other, "other")
    entry.implements((any Readable).self)
    #expect(try readable(own) == "mine()")
    #expect(try readable(other) == "file")
  }

  @Test func `a forward to an entry that was replaced keeps that one`() throws {
    let old = parent.register((any Store).self) { _ in Wrapped("old", "") }
    parent.register((any Store).self) { _ in FileStore() }
    decorate(child, "child")
    old.implements((any Readable).self)
    #expect(try readable(child) == "old()")
  }

  @Test func `thousands of forwards are declared in a moment, with a child that decorates`() {
    parent.register((any Store).self) { _ in FileStore() }
    decorate(child, "child")
    let duration = processorTime {
      for number in 0..<4_000 {
        parent.register(Int.self, name: "\(number)") { number }.implements(Any.self, name: "\(number)")
      }
    }
    #expect(duration < .seconds(5))
  }

  @Test func `a key of the parent that becomes a forward is decorated as before`() throws {
    parent.register((any Store).self) { _ in FileStore() }
    decorate(child, "child")
    parent.register(FileStore.self) { _ in FileStore() }.implements((any Store).self)
    #expect(try child.require((any Store).self).words == "child(file)")
    parent.register(Wrapped.self) { _ in Wrapped("new", "") }.implements((any Store).self) { $0 }
    #expect(try child.require((any Store).self).words == "child(new())")
  }

  @Test func `so is one that must be awaited`() async throws {
    parent.register((any Store).self) { _ async in FileStore() }
    decorate(child, "child")
    parent.register(FileStore.self) { _ async in FileStore() }.implements((any Store).self)
    #expect(try await child.requireAsync((any Store).self).words == "child(file)")
  }

  @Test func `a forward of a decorated key is refused, as a decorator of a forwarded key is`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.decorate((any Store).self) { _, inner in inner }
      container.register(FileStore.self) { _ in FileStore() }
        .implements((any Store).self, fileID: "Shop/Main.swift", line: 7)
    }
    let text = try stopText(result)
    #expect(
      text.hasPrefix("Precondition failed: Cannot decorate 'Store', which is forwarded to 'FileStore'\n"))
    #expect(text.contains("\n  Written at Shop/Main.swift:7\n"))
  }
}
