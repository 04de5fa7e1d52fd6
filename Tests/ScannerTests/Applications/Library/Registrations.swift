import Swinject

enum StoreName: String {
  case primary
  case archive = "old-books"
}

struct Names {
  static let reader = "reader"
  static let clerk = "clerk"
}

extension String {
  static let evening = "evening"
}

func registerStores(_ c: Container) {
  c.register(BookStore.self, name: StoreName.primary.rawValue) { _ in BookStore(capacity: 100) }
  c.register(BookStore.self, name: StoreName.archive.rawValue) { _ in BookStore(capacity: 1) }
  c.register(Person.self, name: Names.reader) { _ in Person() }
  c.register(Person.self, name: Names.clerk) { _ in Person() }
  c.register(Hours.self, name: .evening) { _ in Hours() }
}

func registerDesk(_ c: Container, branch: String) {
  c.register(Desk.self) { r in
    Desk(
      books: r.resolve(BookStore.self, name: StoreName.primary.rawValue)!,
      archive: r.resolve(BookStore.self, name: "old-books")!,
      reader: r.resolve(Person.self, name: Names.reader)!,
      clerk: r.resolve(Person.self, name: "clerk")!)
  }
  c.register(Branch.self, name: branch) { r in Branch(desk: r.resolve(Desk.self)!) }
  c.register(Catalog<Book>.self) { _ in Catalog<Book>() }
  c.register(Catalog<Film>.self) { r in Catalog<Film>(parent: r.resolve(Catalog<Book>.self)!) }
  c.register(Loan.self, factory: makeLoan)
}

private func makeLoan(_ r: Resolver, book: Book, days: Int) -> Loan {
  Loan(book: book, days: days, hours: r.resolve(Hours.self, name: .evening)!)
}

final class Library {
  let container = Container(defaultObjectScope: .container)

  func open(branch: String) -> Branch? {
    registerStores(container)
    registerDesk(container, branch: branch)
    return container.resolve(Branch.self, name: branch)
  }

  func films() -> Catalog<Film> { container.resolve(Catalog<Film>.self)! }

  func lend(_ book: Book) -> Loan {
    return container.resolve(Loan.self, arguments: book, 14)!
  }
}

struct Book {}
struct Film {}
struct Hours {}
struct Person {}
struct Loan {
  let book: Book
  let days: Int
  let hours: Hours
}
final class Catalog<Item> {
  init(parent: Catalog<Book>? = nil) {}
}
struct BookStore {
  let capacity: Int
}
struct Desk {
  let books, archive: BookStore
  let reader: Person
  let clerk: Person
}
struct Branch {
  let desk: Desk
}
