import Facet

protocol Searching {}
protocol Browsing {}
final class Atlas: Searching, Browsing {}

protocol Vehicle {}
protocol Sleeper {}
final class Train: Vehicle, Sleeper {
  init(seats: Int) {}
}
final class Ferry: Vehicle {
  init(seats: Int) {}
}

protocol Cancelling {}
final class Booking: Cancelling {
  init(search: any Searching, mailer: Lazy<Mailer>) {}
}
final class Mailer {
  init(booking: Provider<Booking>) {}
}
struct Tips {
  let topic: String
}
protocol WeatherReport {}
protocol Translator {}
struct OnlineTranslator: Translator {}
struct PhraseBook: Translator {}
final class Guide {
  init(
    tips: [Tips], browsing: any Browsing, weather: (any WeatherReport)?, trains: Provider<any Vehicle, Int>
  ) {}
  func open() {}
}

final class Trip {
  private let resolver: any Resolver

  init(resolver: any Resolver) {
    self.resolver = resolver
  }

  func plan() throws {
    let ferry = try resolver.require(Vehicle.self, name: "ferry", argument: 40)
    let train = resolver.resolve(Vehicle.self, name: "night", argument: 200)
    let bed = resolver.resolve(Sleeper.self, argument: 2)!
    let translator = try resolver.require((any Translator).self)
    let cancelling: any Cancelling = resolver.resolve()
    let log = resolver.resolve(TripLog.self) ?? TripLog()  // unseen
    print(ferry, train as Any, bed, translator, cancelling, log)
  }
}

struct TripLog {}
