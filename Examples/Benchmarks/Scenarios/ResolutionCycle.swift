import Facet

extension Scenario {
  static var resolutionCycle: [Scenario] {
    [
      Scenario(
        "cycle",
        "A view model with three dependencies, two of them one object; protocols registered by resolving.",
        goal: 4.0
      ) {
        cycle(in: .registeredByResolving())
      },
      Scenario(
        "cycle, forwarded", "The same objects; the protocols forwarded to the service.", goal: 3.8
      ) {
        cycle(in: .registeredByForwarding())
      },
    ]
  }

  private static func cycle(in container: Container) -> Comparison {
    Comparison(
      hand: Loop { iterations in
        for _ in 0..<iterations { consume(ViewModel.byHand()) }
      },
      facet: Loop { iterations in
        for _ in 0..<iterations { consume(container.resolve(ViewModel.self)!) }
      })
  }
}

extension Container {
  /// A container in which each protocol has a registration that resolves the combined service.
  static func registeredByResolving() -> Container {
    let container = withoutCombinedService()
    container.register { CombinedService() }
    container.register((any Fetching).self) { r in r.resolve(CombinedService.self)! }
    container.register((any Updating).self) { r in r.resolve(CombinedService.self)! }
    return container
  }

  /// A container in which the protocols are forwarded to the combined service.
  static func registeredByForwarding() -> Container {
    let container = withoutCombinedService()
    container.register { CombinedService() }
      .implements((any Fetching).self) { $0 }
      .implements((any Updating).self) { $0 }
    return container
  }

  private static func withoutCombinedService() -> Container {
    let container = Container()
    container.register(ViewModel.self) { r in
      ViewModel(
        fetcher: r.resolve((any Fetching).self)!, updater: r.resolve((any Updating).self)!,
        service: r.resolve(Service.self)!)
    }
    container.register(Service.self) { r in Service(session: r.resolve(SessionService.self)!) }
    container.register { SessionService() }
    return container
  }
}
