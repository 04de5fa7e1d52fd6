import Swinject
import SwinjectAutoregistration

struct Place {}
final class Window {}
final class MapPage {
  init(_ place: Place) {}
}

final class DetailPage {
  init(_ place: Place, title: String) {}
}

protocol Tiles {}
final class CachedTiles: Tiles {}
final class Compass {
  init(tiles: Tiles) {}
}

struct Pages: Assembly {
  func assemble(container: Container) {
    container.register(MapPage.self) { (_, place: Place) in MapPage(place) }
    container.register(DetailPage.self) { (_, place: Place, title: String) in DetailPage(place, title: title)
    }
    container.register(Tiles.self, name: "cached") { _ in CachedTiles() }
    container.register(Compass.self) { r in Compass(tiles: r ~> (Tiles.self, name: "cached")) }
    container.register(Window.self) { _ in Window() }
  }
}

final class Navigator {
  private let resolver: Resolver
  init(_ resolver: Resolver) { self.resolver = resolver }

  func map(_ place: Place) -> MapPage { resolver ~> (MapPage.self, place) }

  func detail(_ place: Place, _ title: String) -> DetailPage {
    resolver ~> (DetailPage.self, arguments: (place, title))
  }

  func window() -> Window { resolver~> }
  func compass() -> Compass { resolver ~> Compass.self }
}
