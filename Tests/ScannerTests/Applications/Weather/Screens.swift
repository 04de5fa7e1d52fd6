import Facet

final class TodayScreen {
  let model: TodayViewModel = Container.resolve()
  lazy var week: WeekViewModel = Container.resolve()
  private let alarms: AlarmCenter

  init(alarms: AlarmCenter = Container.resolve()) {
    self.alarms = alarms
  }

  func open(_ city: String) -> CityViewModel {
    Container.resolve(arguments: city)
  }

  func clock() -> any Clock {
    return Container.main.resolve()
  }

  var updater: any Updating { Container.resolve() }
}
