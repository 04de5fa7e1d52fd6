import UIKit

extension UITableView {
  func registerCell<T: UITableViewCell>(_ type: T.Type) {
    register(type, forCellReuseIdentifier: String(describing: type))
  }

  func dequeue<T: UITableViewCell>(_ type: T.Type, for path: IndexPath) -> T {
    dequeueReusableCell(withIdentifier: String(describing: type), for: path) as! T
  }
}

extension UICollectionView {
  func register<T: UICollectionViewCell>(_ type: T.Type) {
    register(type, forCellWithReuseIdentifier: String(describing: type))
  }
}

final class PaintingCell: UITableViewCell {}
final class RoomCell: UICollectionViewCell {}

final class PaintingsController: UITableViewController {
  var model: PaintingsModel!

  override func viewDidLoad() {
    tableView.registerCell(PaintingCell.self)
    tableView.register(PaintingCell.self, forCellReuseIdentifier: "plain")
  }
}

final class RoomsController: UICollectionViewController {
  let rooms: Rooms
  init(rooms: Rooms) { self.rooms = rooms }

  override func viewDidLoad() {
    collectionView.register(RoomCell.self)
  }
}
