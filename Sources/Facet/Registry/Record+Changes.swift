/// What may be changed about a registration. Builds that run may see it or not.
extension Record {
  enum Change {
    case scope(Settings)
    case completion(Settings.Completion, Isolation?)
    case lateCompletion(Settings.LateCompletion.Action)
    case decorators([Decorator])
    case disposer(Disposer)
    case emptyStorage
    case live

    /// Runs under a lock: no user code.
    func apply(to settings: inout Settings) {
      switch self {
      case .scope(let new): if !new.hasSameScope(as: settings) { settings.setScope(of: new) }
      case .completion(let completion, let isolation): settings.add(completion, on: isolation)
      case .lateCompletion(let action): settings.add(late: action)
      case .decorators(let decorators):
        for decorator in decorators where !settings.decorators.contains(where: { $0 === decorator }) {
          settings.decorators.append(decorator)
        }
      case .disposer(let disposer): settings.disposers.append(disposer)
      case .emptyStorage: settings.emptyStorage()
      case .live: settings.isLive = true
      }
    }
  }

  /// Sets the scope; a changed one gives up what the old one shared.
  ///
  /// Stops the program if the scope has to compare arguments, and cannot.
  func setScope(_ scope: any ObjectScopeProtocol) {
    let settings = Settings(scope: scope)
    if settings.members != nil { checkArguments(for: scope) }
    apply(.scope(settings))
  }

  /// Adds an action for new instances.
  func addCompletion(_ completion: @escaping Settings.Completion, on isolation: Isolation? = nil) {
    guard let isolation else { return apply(.completion(completion, nil)) }
    var completion = completion
    if isolation.isEnforced {
      let action = completion
      completion = { resolver, service, arguments in
        // A build looks for the actor before the factory. One that is not on it had begun before the action was added.
        if isolation.isCurrent(ThreadState.current) { action(resolver, service, arguments) }
      }
    }
    apply(.completion(completion, isolation))
    noteChange()
  }

  /// Adds an action for new instances that must be awaited.
  func addLateCompletion(_ action: @escaping Settings.LateCompletion.Action) {
    apply(.lateCompletion(action))
    noteChange()
  }

  /// Adds decorators that are not there yet.
  func addDecorators(_ decorators: [Decorator]) {
    apply(.decorators(decorators))
    noteChange()
  }

  /// Adds an action for the end of the container.
  func addDisposer(_ disposer: Disposer) {
    apply(.disposer(disposer))
  }

  /// Says that the service belongs to production alone.
  func markLive() {
    apply(.live)
  }
}
