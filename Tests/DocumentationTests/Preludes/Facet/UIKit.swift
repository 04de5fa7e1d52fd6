import UIKit

final class Cart: Sendable {}
struct Item: Sendable {}

final class DetailsController: UIViewController {
  init(item: Item, cart: Cart) { super.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) { nil }
}
