import Swinject
import SwinjectAutoregistration

public struct BankAssembly: Assembly {
  public init() {}

  public func assemble(container: Container) {
    container.autoregister(LedgerStoring.self, initializer: LedgerStore.init).inObjectScope(.container)
    container.autoregister(RateProvider.self, initializer: RateProvider.init(source:))
    container.register(RateSource.self) { _ in FixedRates(rates: [1, 2]) }
    container.autoregister(TransferService.self, initializer: TransferService.init)
    container.autoregister(Statement.self, argument: Account.self, initializer: Statement.init)
    container.autoregister(
      Exchange.self, name: "spot", arguments: Account.self, Amount.self, initializer: Exchange.init)
    container.register(AuditLog.self) { r in AuditLog(ledger: r~>, level: 2) }
    container.register(BranchController.self) { r in
      BranchController(transfers: r ~> TransferService.self, log: r~>)
    }
  }
}
