import HealthKit
import Swinject

typealias WorkoutID = String
typealias HealthStore = HKHealthStore

protocol StepCounting {}
struct StepCounter: StepCounting {
  var pedometer: Pedometer
}
struct Pedometer {}
struct WorkoutRecord {}
struct GoalRecord {}
final class Store<Record> {}

final class WorkoutRepository {
  init(store: Store<WorkoutRecord>, health: HKHealthStore) {}
}

final class AppCoordinator {
  static let container = Container { container in
    container.register(HKHealthStore.self) { _ in HKHealthStore() }
    container.register(Pedometer.self) { _ in Pedometer() }
    container.register(StepCounting.self) { StepCounter(pedometer: $0.resolve(Pedometer.self)!) }
    container.register(Store<WorkoutRecord>.self) { _ in Store() }
    container.register(Store<GoalRecord>.self) { _ in Store<GoalRecord>() }
    Home.register(in: container)
    Workout.register(in: container)
  }

  func start() {
    let home = Self.container.resolve(Home.ViewModel.self)!
    let goals = AppCoordinator.container.resolve(Store<GoalRecord>.self)
    run(home, goals)
  }
}
