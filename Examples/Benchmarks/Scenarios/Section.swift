/// Scenarios that are printed together.
struct Section {
  let title: String
  let scenarios: [Scenario]

  /// All sections in the order in which they are printed.
  static var all: [Section] {
    [
      Section(
        "Resolving",
        [
          Scenario.transientLeaf, Scenario.resolutionCycle, Scenario.autowired, Scenario.arguments,
          Scenario.forwardedWithArgument,
          Scenario.sharedInstance, Scenario.weakInstance, Scenario.childDepth, Scenario.registrySize,
          Scenario.graph, Scenario.onMainActor,
        ]),
      Section(
        "Measured rarely",
        [
          Scenario.deferredService, Scenario.customScope, Scenario.missingService, Scenario.failingService,
        ]),
      Section("Awaited", [Scenario.awaited]),
      Section(
        "Registering and starting", [Scenario.registration, Scenario.overriding, Scenario.bytesPerEntry]),
      Section("Beginning and ending", [Scenario.requests]),
      Section("Knowing the graph", [Scenario.inspection]),
      Section(
        "Two threads",
        [
          Scenario.twoThreads, Scenario.customScopeOnTwoThreads, Scenario.writerAndReader,
        ]),
    ]
  }

  private init(_ title: String, _ scenarios: [[Scenario]]) {
    self.init(title: title, scenarios: scenarios.flatMap(\.self))
  }

  private init(title: String, scenarios: [Scenario]) {
    self.title = title
    self.scenarios = scenarios
  }

  /// The same section with some of its scenarios.
  func filtered(_ isIncluded: (Scenario) -> Bool) -> Section {
    Section(title: title, scenarios: scenarios.filter(isIncluded))
  }
}

extension Scenario {
  /// The scenarios of all sections.
  static var all: [Scenario] { Section.all.flatMap(\.scenarios) }
}
