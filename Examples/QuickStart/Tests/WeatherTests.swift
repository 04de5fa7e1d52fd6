import Facet
import FacetInspection
import Testing

@testable import quickstart

struct FakeWeather: Weather {
  func forecast(for city: String) -> String { "\(city): rain" }
  func disconnect() {}
}

@MainActor struct WeatherTests {
  let container = Assembler([WeatherAssembly()]).container

  @Test func `everything that is needed is registered`() throws {
    try container.verify().check()
  }

  @Test func `the model shows the forecast`() throws {
    let test = container.overriding { $0.register(Weather.self) { _ in FakeWeather() } }
    let model = try test.require(WeatherModel.self)
    model.show("Bergen")
    #expect(model.text == "Bergen: rain")
    try test.close()
  }
}
