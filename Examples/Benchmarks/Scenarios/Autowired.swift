import Facet

extension Scenario {
  static var autowired: [Scenario] {
    [
      Scenario(
        "autowired, one class",
        "A service registered by its initializer; in place of the work by hand, the same by a closure.",
        goal: 2.9
      ) {
        comparison(of: Service.self)
      },
      Scenario("autowired, three classes", "The same with three parameters.", goal: 2.9) {
        comparison(of: Trio.self)
      },
      Scenario(
        "autowired, protocols",
        "The same for the view model of the cycle, two of whose parameters are protocols.",
        goal: 2.9
      ) {
        comparison(of: ViewModel.self)
      },
    ]
  }

  private static func comparison<Root>(of root: Root.Type) -> Comparison {
    let (closures, initializers) = (Container.registeredByForwarding(), Container.registeredByForwarding())
    closures.register(Trio.self) { r in
      Trio(
        combined: r.resolve(CombinedService.self)!, service: r.resolve(Service.self)!,
        session: r.resolve(SessionService.self)!)
    }
    initializers.register(Trio.self, initializer: Trio.init)
    initializers.register(ViewModel.self, initializer: ViewModel.init)
    initializers.register(Service.self, initializer: Service.init)
    initializers.register(SessionService.self, initializer: SessionService.init)
    return Comparison(
      hand: Loop { iterations in
        for _ in 0..<iterations { consume(closures.resolve(Root.self)!) }
      },
      facet: Loop { iterations in
        for _ in 0..<iterations { consume(initializers.resolve(Root.self)!) }
      })
  }
}

private final class Trio: Sendable {
  let combined: CombinedService
  let service: Service
  let session: SessionService

  @inline(never)
  init(combined: CombinedService, service: Service, session: SessionService) {
    self.combined = combined
    self.service = service
    self.session = session
  }
}
