import Swinject
import SwinjectAutoregistration

typealias Amount = Decimal

struct Account {}

protocol LedgerStoring {}

final class LedgerStore: LedgerStoring {
  init() {}
}

protocol RateSource {}

struct FixedRates: RateSource {
  let rates: [Int]
}

final class RateProvider {
  init(source: RateSource) {}
  init(rates: [String: Decimal]) {}
}

final class TransferService {
  private let ledger: LedgerStoring
  private let rates: RateProvider

  init(ledger: LedgerStoring, rates: RateProvider) {
    self.ledger = ledger
    self.rates = rates
  }
}

final class Statement {
  init(account: Account, ledger: LedgerStoring) {}
}

final class Exchange {
  init(from: Account, amount: Amount, rates: RateProvider) {}
}

final class AuditLog {
  init(ledger: LedgerStoring, level: Int) {}
}

final class BranchController {
  init(transfers: TransferService, log: AuditLog) {}
}

final class BankApplication {
  private let container = Container()

  func start() {
    BankAssembly().assemble(container: container)
    let controller = container ~> BranchController.self
    let statement = container ~> (Statement.self, argument: Account())
    let exchange = container ~> (Exchange.self, name: "spot", arguments: (Account(), Amount(3)))
    print(controller, statement, exchange)
  }
}
