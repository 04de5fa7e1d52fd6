/// Registers services and resolves them.
///
/// ```swift
/// let container = Container()
/// container.register(Animal.self) { _, name in Dog(name: name) }
///   .implements(Carnivore.self, Domesticated.self)
///
/// let dog = container.resolve(Animal.self, argument: "Hachi")
/// let pet = container.resolve(Domesticated.self, argument: "Hachi")
/// ```
///
/// A container stores one ``ServiceEntry`` for each key of type, name and argument types. More keys can point at the same
/// entry: see ``forward(_:name:to:fileID:line:)``. A child container looks up its own entries first, then its parent's.
///
/// - Threads: every operation is safe from any thread at any time. Resolving takes no lock, and no lock is held while code of
///   yours runs: factories, completions, behaviors, storages.
/// - Lifetime: a container holds its parent, its entries and their container-scoped instances, until it is released.
public final class Container: Resolver {
  @usableFromInline
  let registry: Registry

  /// The container in which this one looks up what it does not have.
  public let parent: Container?

  let reference: ContainerReference
  let behaviors: BehaviorList

  /// Makes a container.
  ///
  /// - Parameters:
  ///   - parent: the container in which to look up what is not registered here; it is kept alive.
  ///   - defaultObjectScope: the scope of new entries.
  ///   - behaviors: are told of every registration.
  ///   - registeringClosure: registers the first services.
  public init(
    parent: Container? = nil,
    defaultObjectScope: ObjectScope = .graph,
    behaviors: [any Behavior] = [],
    registeringClosure: (Container) -> Void = { _ in }
  ) {
    self.parent = parent
    reference = ContainerReference()
    self.behaviors = BehaviorList(behaviors)
    registry = Registry(parent: parent?.registry, defaultScope: defaultObjectScope)
    registry.setContainer(self)
    reference.object = self
    registeringClosure(self)
  }

  deinit {
    registry.close()
  }

  /// What stands behind the resolver: the container itself.
  @inlinable
  public var backing: ResolverBacking {
    ResolverBacking(registry: .passUnretained(registry))
  }
}
