import Swinject
import UIKit

protocol Paintings {}
final class RemotePaintings: Paintings {
  init(session: URLSession, cache: Cache<String>) {}
}

final class Cache<Key> {}
final class Rooms {}
final class PaintingsModel {
  init(paintings: Paintings) {}
}

final class Events {
  private var handlers: [Any] = []
  func register<Event>(_ event: Event.Type, run: @escaping (Event) -> Void) { handlers.append(run) }
}

struct Opened {}

extension Container {
  func set() {
    register(URLSession.self) { _ in .shared }
    register(Cache<String>.self) { _ in Cache() }.inObjectScope(.container)
    register(Events.self) { _ in Events() }.inObjectScope(.container)
    self.register(Paintings.self) { r in
      RemotePaintings(session: r.resolve(URLSession.self)!, cache: r.resolve(Cache<String>.self)!)
    }
    self.register(Rooms.self) { _ in Rooms() }
    setScreens()
  }

  private func setScreens() {
    register(PaintingsModel.self) { r in PaintingsModel(paintings: r.resolve(Paintings.self)!) }
    register(PaintingsController.self) { _ in PaintingsController() }
      .initCompleted { r, controller in controller.model = r.resolve(PaintingsModel.self)! }
    register(RoomsController.self) { r in RoomsController(rooms: r.resolve(Rooms.self)!) }
  }
}

final class Coordinator {
  private let container: Container

  init() {
    container = Container()
    container.set()
  }

  func start(_ window: UIWindow) {
    let events = container.resolve(Events.self)!
    events.register(Opened.self) { print($0) }  // unseen
    window.rootViewController = container.resolve(PaintingsController.self)!
  }

  func showRooms(over controller: UIViewController) {
    guard let rooms = container.resolve(RoomsController.self) else { return }
    controller.present(rooms, animated: true)
  }
}
