import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class File: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Reader: Sendable {
  let file: File
  init(_ file: File) { self.file = file }
}

/// What is given up ends then.
struct GivenUpTests {
  static let scopes: [ObjectScope] = [.container, .scoped, .session]

  let container = Container()
  let ended = Recorder<String>()

  @discardableResult
  private func register(_ name: String = "file", in scope: ObjectScope = .container) -> ServiceEntry<File> {
    container.register(File.self) { _ in File(name) }.inObjectScope(scope)
      .onClose { [ended] file in ended.add(file.name) }
  }

  @Test(arguments: scopes)
  func `a reset ends what it drops, when nobody finds it any more`(scope: ObjectScope) throws {
    let (container, ended) = (container, ended)
    container.register(File.self) { _ in File("file") }.inObjectScope(scope).onClose { file in
      ended.add(container.resolve(File.self) === file ? "found" : "gone")
    }
    _ = try container.require(File.self)
    container.resetObjectScope(scope)
    #expect(ended.all == ["gone"])
    try container.close()
    // The action of the second instance finds the container closed.
    #expect(ended.all == ["gone", "gone"])
  }

  @Test(arguments: scopes)
  func `a registration in its place, and its removal`(scope: ObjectScope) throws {
    register("first", in: scope)
    _ = try container.require(File.self)
    register("second", in: scope)
    #expect(ended.all == ["first"])
    _ = try container.require(File.self)
    #expect(container.unregister(File.self))
    #expect(ended.all == ["first", "second"])
    register("third", in: scope)
    _ = try container.require(File.self)
    container.removeAll()
    #expect(ended.all == ["first", "second", "third"])
    try container.close()
    #expect(ended.all.count == 3)
  }

  @Test(arguments: scopes, [ObjectScope.transient, .graph, .container, .weak, .scoped])
  func `another scope`(scope: ObjectScope, other: ObjectScope) throws {
    let entry = register(in: scope)
    _ = try container.require(File.self)
    entry.inObjectScope(other)
    #expect(ended.all == (scope === other ? [] : ["file"]))
  }

  @Test func `a forward keeps it, and its last key ends it, also a child's with the close of that`()
    async throws
  {
    let child = Container(parent: container)
    let entry = register().onClose { _ async in }
    container.forward(AnyObject.self, to: entry)
    child.forward(AnyObject.self, to: entry)
    _ = try container.require(File.self)
    container.unregister(File.self)
    container.unregister(AnyObject.self)
    #expect(ended.all.isEmpty)
    #expect(throws: CloseError.self) { try child.close() }
    #expect(!child.isClosed && ended.all.isEmpty)
    try await child.closeAsync()
    #expect(ended.all == ["file"])
    let last = register("last")
    container.forward(AnyObject.self, to: last)
    _ = try container.require(File.self)
    container.unregister(File.self)
    #expect(ended.all == ["file"])
    container.unregister(AnyObject.self)
    #expect(ended.all == ["file", "last"])
  }

  @Test func `errors go to the failure handler, with their text`() throws {
    let texts = Recorder<String>()
    container.failureHandler = { texts.add($0.description) }
    container.register(File.self, fileID: "Shop/Files.swift", line: 7) { _ in File("file") }
      .inObjectScope(.container).onClose { _ in throw Broken() }
    _ = try container.require(File.self)
    container.resetObjectScope(.container)
    #expect(
      texts.all == [
        """
        'File' was given up, and its onClose failed: Broken()

          Path:    File
          Place:   registered at Shop/Files.swift:7

        To fix this, do one of:
          • Fix what the onClose reports.
          • Catch the error in the onClose.
        """
      ])
  }

  @Test(arguments: scopes)
  func `a scope is closed as a container is`(scope: ObjectScope) throws {
    register("file", in: scope)
    container.register(Reader.self) { r in Reader(try r.require()) }.inObjectScope(scope)
      .onClose { [ended] _ in
        ended.add("reader")
        throw Broken()
      }
    _ = try container.require(Reader.self)
    let error = #expect(throws: CloseError.self) { try container.close(scope) }
    #expect(ended.all == ["reader", "file"])
    #expect(error?.ended == [ServiceKey(Reader.self), ServiceKey(File.self)])
    #expect(!container.isClosed)
    #expect(try container.require(Reader.self) === container.require(Reader.self))
  }

  @Test(arguments: scopes)
  func `a scope is closed in the order of the graph, over what stays`(scope: ObjectScope) throws {
    func register(_ name: String, in scope: ObjectScope, later: String?) {
      container.register(File.self, name: name) { _ in File(name) }.inObjectScope(scope)
        .initCompleted { r, _ in if let later { _ = r.resolve(File.self, name: later) } }
        .onClose { [ended] file in ended.add(file.name) }
    }
    let other = ObjectScope(storageFactory: PermanentStorage.init, description: "other")
    register("first", in: scope, later: "stays")
    register("stays", in: other, later: "last")
    register("last", in: scope, later: nil)
    _ = try container.require(File.self, name: "first")
    try container.close(scope)
    #expect(ended.all == ["first", "last"])
    _ = try container.require(File.self, name: "first")
    container.resetObjectScope(scope)
    #expect(ended.all == ["first", "last", "first"])
  }

  @Test(arguments: scopes)
  func `a scope with something to await is closed by closeAsync`(scope: ObjectScope) async throws {
    let ended = ended
    container.register(File.self) { _ in File("file") }.inObjectScope(scope).onClose { file in
      await Task.yield()
      ended.add(file.name)
    }
    let file = try container.require(File.self)
    #expect(throws: CloseError.self) { try container.close(scope) }
    #expect(try container.require(File.self) === file)
    try await container.closeAsync(scope)
    #expect(ended.all == ["file"])
    #expect(try container.require(File.self) !== file)
  }

  @Test(arguments: scopes, [false, true])
  func `one that is reset while it is built goes to its caller, and ends right after`(
    scope: ObjectScope, isAwaited: Bool
  ) async throws {
    let (container, ended, count) = (container, ended, Counter())
    let make = { @Sendable in
      let number = count.next()
      if number == 1 { container.resetObjectScope(scope) }
      return File("\(number)")
    }
    let entry =
      isAwaited
      ? container.register(File.self) { _ async in make() } : container.register(File.self) { _ in make() }
    entry.inObjectScope(scope).initCompleted { _, file in
      if file.name == "2" { container.resetObjectScope(scope) }
    }.onClose { ended.add($0.name) }
    for name in ["1", "2", "3", "3"] {
      #expect(try await container.requireAsync(File.self).name == name)
    }
    #expect(ended.all == ["1", "2"])
    try container.close()
    #expect(ended.all == ["1", "2", "3"])
  }

  @Test(arguments: scopes)
  func `one whose registration is replaced while it is built in a circle ends too`(scope: ObjectScope) throws
  {
    let (container, ended, count) = (container, ended, Counter())
    container.register(File.self) { _ in File("old \(count.next())") }.inObjectScope(scope)
      .initCompleted { r, _ in _ = try r.require(Reader.self) }.onClose { ended.add($0.name) }
    container.register(Reader.self) { r in
      let reader = Reader(try r.require())
      if count.next() == 2 {
        container.register(File.self) { _ in File("new") }.inObjectScope(scope).onClose { ended.add($0.name) }
      }
      return reader
    }.inObjectScope(scope).onClose { ended.add("reader of \($0.file.name)") }
    #expect(try container.require(File.self).name == "old 1")
    #expect(ended.all == ["reader of old 1", "old 1"])
    #expect(try container.require(Reader.self).file.name == "new")
    try container.close()
    #expect(ended.all == ["reader of old 1", "old 1", "reader of new", "new"])
  }

  @Test func `an action may register, resolve, reset and close`() throws {
    let (container, ended) = (container, ended)
    container.register(File.self) { _ in File("file") }.inObjectScope(.container).onClose { _ in
      container.register(File.self) { _ in File("new") }.inObjectScope(.container)
      ended.add(container.resolve(File.self)?.name ?? "none")
      container.resetObjectScope(.container)
      try container.close()
    }
    _ = try container.require(File.self)
    container.resetObjectScope(.container)
    #expect(ended.all == ["new"])
    #expect(container.isClosed)
  }
}
