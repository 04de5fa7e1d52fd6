/// What may be changed about a registration. Builds that run may see it or not.
extension Record {
  /// Sets the scope; a changed one gives up what the old one shared.
  ///
  /// Stops the program if the scope has to compare arguments, and cannot.
  func setScope(_ scope: any ObjectScopeProtocol) {
    let new = Settings(scope: scope)
    if new.members != nil { checkArguments(for: scope) }
    change { if !new.hasSameScope(as: $0) { $0.setScope(of: new) } }
  }

  /// Adds an action for new instances.
  func addCompletion(_ completion: @escaping Settings.Completion, on isolation: Isolation? = nil) {
    var completion = completion
    if let isolation, isolation.isEnforced {
      let action = completion
      completion = { resolver, service, arguments in
        // A build looks for the actor before the factory. One that is not on it had begun before the action was added.
        if isolation.isCurrent(ThreadState.current) { action(resolver, service, arguments) }
      }
    }
    change { $0.add(completion, on: isolation) }
  }

  /// Adds decorators that are not there yet.
  func addDecorators(_ decorators: [Decorator]) {
    change { settings in
      for decorator in decorators where !settings.decorators.contains(where: { $0 === decorator }) {
        settings.decorators.append(decorator)
      }
    }
  }
}
