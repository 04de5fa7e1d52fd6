import UIKit

struct Product {
  let title: String
}

final class Basket {
  var products: [Product] = []
}

protocol RequestBuilding {}

struct RequestBuilder: RequestBuilding {
  let baseURL: URL
}

final class HTTPClient {
  init(session: URLSession, builder: RequestBuilding) {}
}

final class CatalogService {
  init(client: HTTPClient, decoder: JSONDecoder) {}
}

protocol PaymentService {}

final class CardPayment: PaymentService {
  init(client: HTTPClient) {}
}

struct InvoicePayment: PaymentService {}

final class CatalogPresenter {
  weak var view: CatalogViewController?
  init(service: CatalogService) {}
}

final class CatalogViewController: UITableViewController {
  var presenter: CatalogPresenter!
}

final class ProductViewController: UIViewController {
  init(product: Product, basket: Basket) {}
}

final class CheckoutFlow {
  init(basket: Basket, animated: Bool, payment: PaymentService) {}
  func begin() {}
  func offer(_ payment: PaymentService) {}
}
