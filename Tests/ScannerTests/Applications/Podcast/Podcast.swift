import Swinject

enum Names {
  static var daily: String { "daily" }
  static let weekly = "weekly"
}

protocol Feed {}
final class RemoteFeed: Feed {
  init(url: String) {}
}

protocol EpisodePage {}
protocol PlayerPage {}
final class Player: PlayerPage {}
final class Episode: EpisodePage {
  init(feed: Feed) {}
}

enum Builder<Page> {
  static func build(_ resolver: Resolver) -> Page { resolver.resolve(Page.self)! }
}

class Maker<Made> {
  private let resolver: Resolver
  init(_ resolver: Resolver) { self.resolver = resolver }
  func make() -> Made { resolver.resolve(Made.self)! }
}

final class Queue {}
final class QueueMaker: Maker<Queue> {
  func begin() { print(make()) }
}

class Module<Service> {
  private let factory: () -> Service
  init(_ factory: @escaping () -> Service) { self.factory = factory }
  func set(in container: Container) {
    let factory = factory
    container.register(Service.self) { _ in factory() }
  }
}

func set(_ container: Container) {
  container.register(Feed.self, name: Names.daily) { _ in RemoteFeed(url: "daily") }
  container.register(Feed.self, name: Names.weekly) { _ in RemoteFeed(url: "weekly") }
  container.register(EpisodePage.self) { r in Episode(feed: r.resolve(Feed.self, name: "daily")!) }
  container.register(Queue.self) { _ in Queue() }
  Module<PlayerPage> { Player() }.set(in: container)
}

func show(_ resolver: Resolver) {
  print(Builder<EpisodePage>.build(resolver), Builder<PlayerPage>.build(resolver))
  QueueMaker(resolver).begin()
  let weekly = resolver.resolve(Feed.self, name: "weekly")!
  print(weekly)
}
