import Facet

final class NotesApp {
  let root = Container()
  private var session: Container?

  init() {
    root.register(Disk.self) { Disk() }.inObjectScope(.container)
    root.register(Accounts.self) { r in Accounts(disk: r.resolve(Disk.self)!) }
  }

  func logIn(_ user: User) throws {
    let session = Container(parent: root)
    session.register(User.self) { user }
    session.register(Notebook.self) { r in
      Notebook(disk: try r.require(Disk.self), user: try r.require(User.self))
    }
    session.register(Exporter.self) { r, format in Exporter(notebook: try r.require(), format: format) }
    self.session = session
    let accounts = try root.require(Accounts.self)
    accounts.remember(user)
  }

  func export(as format: Format) throws -> Exporter? {
    guard let session else { return nil }
    return try session.require(Exporter.self, argument: format)
  }
}

struct User {}
enum Format { case text, pdf }
final class Disk {}
final class Accounts {
  init(disk: Disk) {}
  func remember(_ user: User) {}
}
final class Notebook {
  init(disk: Disk, user: User) {}
}
final class Exporter {
  init(notebook: Notebook, format: Format) {}
}
