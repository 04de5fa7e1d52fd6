import Facet

protocol Weather: Sendable {
  func forecast(for city: String) -> String
  func disconnect()
}

struct StationWeather: Weather {
  func forecast(for city: String) -> String { "\(city): sun, 24 degrees" }
  func disconnect() { print("disconnected") }
}

@MainActor final class WeatherModel {
  private let weather: any Weather
  private(set) var text = "…"

  init(weather: any Weather) { self.weather = weather }

  func show(_ city: String) { text = weather.forecast(for: city) }
}

struct WeatherAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Weather.self) { _ in StationWeather() }
      .inObjectScope(.container)  // one instance, shared by all
      .onClose { weather in weather.disconnect() }
    container.register(WeatherModel.self) { @MainActor r in WeatherModel(weather: try r.require()) }
  }
}

@main struct WeatherProgram {
  @MainActor static func main() throws {
    let container = Assembler([WeatherAssembly()]).container
    let model = try container.require(WeatherModel.self)
    model.show("Oslo")
    print(model.text)
    try container.close()  // runs the action of onClose
    Trip.plan()
  }
}
