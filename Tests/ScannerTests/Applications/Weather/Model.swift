protocol Fetching {}
protocol Updating {}
protocol Forecasting {}
protocol Clock {}

final class Thermometer {}

final class CombinedStation: Fetching, Updating {
  init(thermometer: Thermometer) {}
}

struct OpenForecast: Forecasting {
  let fetching: any Fetching
  let clock: any Clock
}

struct SystemClock: Clock {}

final class TodayViewModel {
  init(_ fetching: any Fetching, forecast: any Forecasting, limit: Int = 3) {}
}

final class WeekViewModel {
  var updating: (any Updating)?
  init(forecast: any Forecasting) {}
}

struct CityViewModel {
  let city: String
}

final class AlarmCenter {}
