import Swinject
import SwinjectAutoregistration

protocol Search {}
protocol Model {}
protocol Accounts {}
final class Guide {}
final class Index: Search {}
final class Book: Accounts {
  init(guide: Guide) {}
}

final class ScreenModel<G>: Model {
  init(search: Search, guide: G) {}
}

class Coordinator<Shown> {
  init(shown: Shown) {}
}

final class AccountsCoordinator: Coordinator<Accounts> {}
final class Report {
  init(accounts: Accounts, year: Int) {}
}

struct LedgerAssembly: Assembly {
  func assemble(container: Container) {
    container.autoregister(Guide.self, initializer: Guide.init)
    container.autoregister(Search.self, initializer: Index.init).inObjectScope(.container)
    container.autoregister(Accounts.self, initializer: Book.init)
    container.autoregister(Model.self, initializer: ScreenModel<Guide>.init)
    container.autoregister(AccountsCoordinator.self, initializer: AccountsCoordinator.init)
    container.autoregister(Report.self, argument: Int.self, initializer: Report.init)
  }
}

final class Ledger {
  private let resolver = Assembler([LedgerAssembly()]).resolver

  func open() {
    let model = resolver.resolve(Model.self)!
    let coordinator = resolver.resolve(AccountsCoordinator.self)!
    print(model, coordinator, report(of: 2024))
  }

  func report(of year: Int) -> Report {
    resolver.resolve(Report.self, argument: year)!
  }
}
