import Facet

extension Container: @retroactive AutoRegistering {
  public static func registerAllServices() {
    main.register { Thermometer() }
    main.register { CombinedStation(thermometer: resolve()) }.scope(.application)
      .implements((any Fetching).self) { $0 }
      .implements((any Updating).self) { $0 }
    main.register { OpenForecast(fetching: resolve(), clock: resolve()) as any Forecasting }
    main.register { SystemClock() as any Clock }.scope(.shared)
    registerViewModels()
  }

  private static func registerViewModels() {
    main.register { TodayViewModel(resolve(), forecast: resolve()) }
    main.register { resolver in
      let model = WeekViewModel(forecast: resolver.resolve())
      model.updating = resolver.resolve()
      return model
    }
    main.register { _, city in CityViewModel(city: city) }
    register(AlarmCenter.self) { AlarmCenter() }
  }
}
