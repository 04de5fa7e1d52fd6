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
/// A container stores one ``ServiceEntry`` for each registered key of type, name and argument types. Forwarded keys lead to the same entry: see
/// ``forward(_:name:to:fileID:line:)``. A child container looks up its own entries first, then its parent's.
///
/// - Threads: every operation is safe from any thread at any time. Resolves of existing instances, and of services that are not shared,
///   take no lock. No lock is held while your code runs: factories, completions, behaviors, storages.
/// - Lifetime: a container holds its parent and its entries until it is closed or released. The same holds for the instances of container
///   scope and custom scopes, and for those kept for arguments.
public final class Container: Resolver {
  @usableFromInline
  package let registry: Registry

  /// The container that is searched for keys that this container does not have.
  public let parent: Container?

  var anchor: ContainerAnchor { registry.anchor }
  /// The container that this object stands for, if it stands for one.
  private let original: Container?

  /// Makes a container.
  ///
  /// - Parameters:
  ///   - parent: the container to search for keys that are not registered here; it is kept alive.
  ///   - defaultObjectScope: the scope of new entries.
  ///   - behaviors: called for every registration.
  ///   - registeringClosure: registers the first services.
  public convenience init(
    parent: Container? = nil,
    defaultObjectScope: ObjectScope = .graph,
    behaviors: [any Behavior] = [],
    registeringClosure: (Container) -> Void = { _ in }
  ) {
    self.init(parent, defaultObjectScope, behaviors)
    registeringClosure(self)
  }

  @inline(never)
  init(
    _ parent: Container?, _ defaultObjectScope: ObjectScope, _ behaviors: [any Behavior], isMain: Bool = false
  ) {
    // While a copy of the parent is verified, containers that a factory makes belong to the copy.
    let parent = parent?.registry.standIn?.container.object ?? parent
    self.parent = parent
    original = nil
    registry = Registry(
      parent: parent?.registry, defaultScope: defaultObjectScope, threads: Thread.local, isMain: isMain)
    registry.setContainer(self)
    anchor.hold(registry)
    for behavior in behaviors { addBehavior(behavior) }
  }

  /// Makes another object for a container.
  ///
  /// The object holds the container, so a verification learns which instances hold the object.
  package init(standingFor container: Container) {
    original = container
    parent = container.parent
    registry = container.registry
  }

  deinit {
    guard original == nil else { return }
    anchor.clear()
    registry.close()
  }
}

extension Container {
  /// Implements the requirement of ``Resolver``; call `resolve` or `require` instead.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service; `nil` if nothing is registered for the key.
  /// - Throws: a ``ResolutionError``, if the service cannot be built.
  public func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    let signature = Signature<repeat each Argument>.identity
    let tuple = (repeat each arguments)
    return try Slot.with(Service.self) { slot in
      let outcome = unsafe withUnsafePointer(to: tuple) { tuple in
        registry.resolve(
          Lookup(serviceType, signature, name), signature == nil ? nil : unsafe Arguments(tuple), slot)
      }
      if case .failed(let error) = outcome { throw error }
      return slot.take(as: Service.self)
    }
  }
}

extension Registry {
  /// The registry of the container that a factory received.
  package static func asked(by resolver: any Resolver) -> Registry {
    // The engine passes a container.
    resolver.backing.registry!.object
  }
}
