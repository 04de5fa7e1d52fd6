import Swinject

enum Home {
  final class ViewModel {
    init(steps: StepCounting, router: Router) {}
  }

  final class Router {
    private let resolver: Resolver

    init(resolver: Resolver) {
      self.resolver = resolver
    }

    func openWorkout(_ id: WorkoutID) {
      let model = resolver.resolve(Workout.ViewModel.self, argument: id)!
      show(Workout.Screen(model: model))
    }
  }
}

enum Workout {
  final class ViewModel {
    init(id: WorkoutID, repository: Repository) {}
  }

  struct Screen {
    let model: ViewModel
  }

  typealias Repository = WorkoutRepository
}

extension Home {
  static func register(in container: Container) {
    container.register(Router.self) { r in Router(resolver: r) }
    container.register(ViewModel.self) { r in
      ViewModel(steps: r.resolve(StepCounting.self)!, router: r.resolve(Router.self)!)
    }
  }
}

extension Workout {
  static func register(in container: Container) {
    container.register(ViewModel.self) { (r: Resolver, id: WorkoutID) -> ViewModel in
      return ViewModel(id: id, repository: r.resolve(Repository.self)!)
    }
    container.register(Repository.self) { r in
      let store = r.resolve(Store<WorkoutRecord>.self)!
      return WorkoutRepository(store: store, health: r.resolve(HealthStore.self)!)
    }
  }
}
