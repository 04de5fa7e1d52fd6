extension UserCode {
  /// The table in `Sources/Facet/README.md`: each of its rows, and the places that it tells of.
  static let table: [(row: String, places: [UserCode])] = [
    ("factory, also the initializer of `autoregister`", [.factory, .initializer]),
    ("asynchronous factory or completion", [.asyncFactory, .asyncCompletion]),
    ("decorator", [.decorator]),
    ("`initCompleted`", [.completion]),
    ("closure of `implements(_:as:)`", [.conversion]),
    ("`makeStorage` of a scope, and its storage factory", [.makeStorage, .storageFactory]),
    ("`instance(inGraph:)`, `setInstance(_:inGraph:)` of a storage", [.storageRead, .storageWrite]),
    ("`instance` of a storage, set to `nil`", [.storageReset]),
    ("`graphResolutionCompleted` of a storage", [.storageCompleted]),
    ("`Behavior`", [.behavior]),
    ("`Container.failureHandler`", [.failureHandler]),
    ("`==` and `hash(into:)` of arguments", [.argumentEquality, .argumentHash]),
    (
      "`==` and `hash(into:)` of arguments, with one instance for each",
      [.perArgumentEquality, .perArgumentHash]
    ),
    ("`description` of a scope", [.scopeDescription]),
    ("`description` of an error that a factory threw", [.errorDescription]),
    (
      "`deinit` of instances, arguments and what closures capture",
      [
        .endOfReplaced, .endOfReset, .endOfUnregistered, .endOfRemoved, .endOfRescoped, .endOfCycle,
        .endOfFactory,
        .endOfCompletion, .endOfArgument,
      ]
    ),
    ("first use of a `Lazy`, each use of a `Provider`", [.lazyUse, .providerUse]),
    ("tracer of `FacetInspection`, and other observers", [.tracer]),
    ("action of `onClose`", [.closeAction]),
    ("body of `withObjectGraph`", [.objectGraph]),
    ("`operation` of `Container.withMain(_:operation:)`", [.withMain]),
    ("registering closure of a container", [.registeringClosure]),
    ("closure of `Container.registerAtomically(_:)`", [.together]),
    (
      "closure of `Container.overriding(_:)`, `Container.preview(_:)`",
      [.overridingClosure, .previewClosure]
    ),
    ("`Assembly.assemble(container:)`, `Assembly.loaded(resolver:)`", [.assemble, .loaded]),
    // The registrations of the main container have a test of their own.
    ("`AutoRegistering.registerAllServices()`, and that of `MainActorAutoRegistering`", []),
    ("`provide` of your own `Resolver`", [.ownProvide]),
  ]
}
