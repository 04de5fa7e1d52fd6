import Facet

/// The other way: one main container, and properties that ask it.
struct Trip {
  @Injected var weather: any Weather

  static func plan() {
    Container.main.register(Weather.self) { _ in StationWeather() }
    print(Trip().weather.forecast(for: "Bergen"))
  }
}
