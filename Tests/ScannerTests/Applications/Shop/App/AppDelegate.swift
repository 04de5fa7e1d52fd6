import Swinject
import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  let assembler = Assembler([NetworkAssembly(), PresentationAssembly()])

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let root = assembler.resolver.resolve(CatalogViewController.self)!
    root.tableView.register(ProductCell.self, forCellReuseIdentifier: "product")
    window?.rootViewController = UINavigationController(rootViewController: root)
    return true
  }

  func show(_ product: Product) {
    let controller = assembler.resolver.resolve(ProductViewController.self, argument: product)
    guard let controller = controller else { return }
    present(controller)
  }

  func checkOut(_ basket: Basket) {
    let flow = assembler.resolver.resolve(CheckoutFlow.self, arguments: basket, true)!
    flow.begin()
    if let invoice = assembler.resolver.resolve(PaymentService.self, name: "invoice") {  // unseen
      flow.offer(invoice)
    }
  }
}
