/// The changes of a registration. Running builds may or may not see them.
extension Record {
  /// Data instead of closures: the compiler would copy a generic function for each change.
  enum Change {
    case scope(Settings)
    case completion(Settings.Completion, Isolation?)
    case lateCompletion(Settings.LateCompletion.Action)
    /// Decorators that are not there yet.
    case decorators([Decorator])
    case disposer(Disposer)
    case laterEnd(Settings.LaterEnd)
    case eager
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
      case .disposer(let disposer):
        settings.disposers.append(disposer)
        Needs.areUsed.store(true, ordering: .relaxed)
      case .laterEnd(let later): settings.laterEnds.append(later)
      case .eager: settings.isEager = true
      case .emptyStorage: settings.emptyStorage()
      case .live: settings.isLive = true
      }
    }
  }

  /// Sets the scope; a new scope gives up the shared instances of the old one.
  ///
  /// Stops the program if the scope must compare arguments, but cannot.
  func setScope(_ scope: any ObjectScopeProtocol) {
    if let standard = Configuration.standard(scope.kind), set(standard) { return }
    let settings = Settings(scope: scope)
    if settings.members != nil { checkArguments(for: scope) }
    apply(.scope(settings))
  }

  /// Adds an action for new instances.
  func addCompletion(_ completion: @escaping Settings.Completion, on isolation: Isolation? = nil) {
    var completion = completion
    if let isolation, isolation.isEnforced {
      let action = completion
      completion = { resolver, service, arguments in
        // A build looks for the actor before the factory. A build off the actor had begun before the action was added.
        if isolation.isCurrent { try action(resolver, service, arguments) }
      }
    }
    apply(.completion(completion, isolation))
  }
}
