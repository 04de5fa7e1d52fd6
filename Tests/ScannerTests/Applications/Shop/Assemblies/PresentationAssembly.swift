import Swinject
import UIKit

class PresentationAssembly: Assembly {
  func assemble(container: Container) {
    registerCatalog(in: container)
    registerBasket(in: container)
  }

  private func registerCatalog(in container: Container) {
    container.register(CatalogPresenter.self) { (r: Resolver) in
      CatalogPresenter(service: r.resolve(CatalogService.self)!)
    }
    .initCompleted { r, presenter in
      presenter.view = r.resolve(CatalogViewController.self)
    }
    container.register(CatalogViewController.self) { r in
      let controller = CatalogViewController()
      controller.presenter = r.resolve(CatalogPresenter.self)!
      return controller
    }
    container.register(ProductViewController.self) { (r, product: Product) in
      ProductViewController(product: product, basket: r.resolve(Basket.self)!)
    }
  }

  private func registerBasket(in container: Container) {
    container.register(Basket.self) { _ in Basket() }.inObjectScope(.container)
    container.register(CheckoutFlow.self) { r, basket, animated in
      CheckoutFlow(basket: basket, animated: animated, payment: r.resolve(PaymentService.self, name: "card")!)
    }
    container.register(PaymentService.self, name: "card") { r in
      CardPayment(client: r.resolve(HTTPClient.self)!)
    }
    container.register(PaymentService.self, name: "invoice") { _ in InvoicePayment() }  // unseen
  }
}
