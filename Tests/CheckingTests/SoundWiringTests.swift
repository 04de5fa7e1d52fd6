import Facet
import FacetInspection
import Testing

private protocol NoteReading: AnyObject, Sendable {}
private protocol NoteStore: NoteReading {}
private final class FileNoteStore: NoteStore {}
private final class NotesModel {
  init(store: any NoteStore) {}
}
private final class Network: Sendable {}
private final class User: Sendable {}
private final class Session: Sendable {
  init(network: Network) {}
}
private final class Store: Sendable {
  let parts: [any Sendable]
  init(_ parts: any Sendable...) { self.parts = parts }
}
private final class Model {
  init(_ stores: [Store]) {}
}
private final class View {
  let coordinator: Coordinator?
  weak var later: Coordinator?
  init(_ coordinator: Coordinator? = nil) { self.coordinator = coordinator }
}
private final class Coordinator {
  var views: [View] = []
  init(_ views: [View] = []) { self.views = views }
}

private struct NotesAssembly: Assembly {
  func assemble(container: Container) {
    container.register((any NoteStore).self) { _ in FileNoteStore() }.inObjectScope(.container)
      .implements((any NoteReading).self)
    container.register(NotesModel.self) { r in NotesModel(store: r.resolve((any NoteStore).self)!) }
  }
}

/// The wiring of an article and of larger applications has no problem; and one cause is one problem.
@Suite(.timeLimit(.minutes(20))) struct SoundWiringTests {
  private let container = Container()
  private let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")

  @Test func `the wiring of the article for users of Swinject`() throws {
    let container = Assembler([NotesAssembly()]).container
    try container.verify().check()
    try container.overriding { $0.register((any NoteStore).self) { _ in FileNoteStore() } }.verify().check()
  }

  @Test func `a service of the default scope under a shared service with arguments`() throws {
    container.register(Network.self) { _ in Network() }
    container.register(Store.self) { (r, _: Int) in Store(r.resolve(Network.self)!) }.inObjectScope(
      .perArgument)
    container.register(Session.self) { r in Session(network: r.resolve(Network.self)!) }
    try container.verify { $0.arguments(for: Store.self, 1) }.check()
  }

  @Test func `view models over shared stores`() throws {
    for name in ["a", "b"] {
      container.register(Store.self, name: name) { _ in Store() }.inObjectScope(.container)
    }
    for number in 0..<5 {
      container.register(Model.self, name: "\(number)") { r in
        Model([r.resolve(Store.self, name: "a")!, r.resolve(Store.self, name: "b")!])
      }.inObjectScope(number == 0 ? .transient : .graph)
    }
    try container.verify().check()
  }

  @Test func `a session whose services hold one another and what is shared`() throws {
    container.register(Network.self) { _ in Network() }.inObjectScope(.container)
    container.register(User.self) { _ in User() }.inObjectScope(session)
    container.register(Session.self) { r in Session(network: r.resolve(Network.self)!) }.inObjectScope(
      session)
    container.register(Store.self) { r in Store(r.resolve(Session.self)!, r.resolve(User.self)!) }
      .inObjectScope(session)
    container.register(Model.self) { r in Model([r.resolve(Store.self)!]) }
    // It asks for the session of the moment.
    container.register(Store.self, name: "shared") { r in Store(r.resolve(Provider<Session>.self)!) }
      .inObjectScope(.container)
    try container.verify().check()
  }

  @Test func `a coordinator that eleven views need in their completions is one second build`() {
    container.register(Coordinator.self) { r in
      Coordinator((0..<11).map { r.resolve(View.self, name: "\($0)")! })
    }
    for number in 0..<11 {
      container.register(View.self, name: "\(number)") { _ in View() }
        .initCompleted { r, view in view.later = r.resolve(Coordinator.self) }
    }
    #expect(container.verify().problems.map(\.kind) == [.secondBuild])
  }

  @Test func `a missing service under many paths is one problem`() {
    for number in 0..<5 {
      container.register(Store.self, name: "\(number)") { r in Store(try r.require(Network.self)) }
      container.register(Model.self, name: "\(number)") { r in
        Model([try r.require(Store.self, name: "\(number)")])
      }
    }
    #expect(container.verify().problems.map(\.kind) == [.missing])
  }
}
