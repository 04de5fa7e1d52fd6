import Swinject

final class Services {
  static let container: Container = {
    let container = Container()
    container.register(Player.self) { _ in AudioPlayer() }.inObjectScope(.container)
    container.register(Playlists.self) { r in Playlists(player: r.resolve(Player.self)!) }
    container.register(Artwork.self) { _ in Artwork.empty }
    container.register(Equalizer.self, name: "flat") { _ in Equalizer.make(bands: 10) }
    container.register(Lyrics.self) { _ in .init() }
    return container
  }()
}

@propertyWrapper
struct Service<Value> {
  private(set) var wrappedValue: Value

  init(name: String? = nil) {
    guard let value = Services.container.resolve(Value.self, name: name) else {
      fatalError("\(Value.self) is not registered")
    }
    wrappedValue = value
  }
}

@propertyWrapper
final class LateService<Value> {
  lazy var wrappedValue: Value = Services.container.resolve(Value.self)!
  init() {}
}
