import Facet

struct PlacesAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Atlas.self) { _ in Atlas() }
      .implements(Searching.self, Browsing.self)
      .inObjectScope(.container)
    let entry = container.register(Train.self, name: "night") { _, seats in Train(seats: seats) }  // unseen
    container.forward(Vehicle.self, name: "night", to: entry)
    container.forward(Sleeper.self, to: entry)
    container.register(Vehicle.self, name: "ferry") { _, seats in Ferry(seats: seats) }
    let booking = container.register(Booking.self) { r in
      Booking(search: r.resolve(Searching.self)!, mailer: r.resolve(Lazy<Mailer>.self)!)
    }
    booking.implements(Cancelling.self)
    booking.inObjectScope(.weak)
  }
}

struct ServicesAssembly: Assembly {
  let isOnline: Bool

  func assemble(container: Container) {
    container.register(Mailer.self) { r in Mailer(booking: r.resolve(Provider<Booking>.self)!) }
    container.register(Tips.self, name: "food") { Tips(topic: "food") }  // unseen
    container.register(Tips.self, name: "art") { Tips(topic: "art") }  // unseen
    container.register(Guide.self) { r in
      Guide(
        tips: r.resolveAll(Tips.self), browsing: r.resolve((any Browsing).self)!,
        weather: r.resolve(WeatherReport?.self)!,  // unseen
        trains: r.resolve(Provider<any Vehicle, Int>.self, name: "night")!)
    }
    if isOnline {
      container.register(Translator.self) { OnlineTranslator() }  // unseen
    } else {
      container.register(Translator.self) { PhraseBook() }  // unseen
    }
  }

  func loaded(resolver: any Resolver) {
    resolver.resolve(Guide.self)!.open()
  }
}
