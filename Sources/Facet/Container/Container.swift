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
/// - Threads: every operation is safe from any thread at any time. A resolve takes a lock for a moment only; no lock is held while your code
///   runs: factories, completions, behaviors, storages. See <doc:Threads>.
/// - Lifetime: a container holds its parent and its entries until it is closed or released. The same holds for the instances of container
///   scope and custom scopes, and for those kept for arguments.
public final class Container: Resolver {
  @usableFromInline
  package let registry: Registry

  /// The container that is searched for keys that this container does not have.
  public let parent: Container?

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
    let parent = parent?.registry.standIn?.ownContainer ?? parent
    self.parent = parent
    registry = Registry(parent?.registry, defaultObjectScope, isMain: isMain)
    registry.set(self)
    for behavior in behaviors { addBehavior(behavior) }
  }

  deinit { registry.containerIsGone() }
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
    if !isOfThisCopy(self) { stop(containerOfAnotherCopy) }
    let signature = argumentSignature(repeat (each Argument).self)
    do throws(ResolutionError) {
      return try Arguments.with(repeat each arguments) { values throws(ResolutionError) in
        try box(
          ServiceKey(serviceType, signature: signature, name: name), signature == nil ? .none : values
        )
        .service(as: Service.self)
      }
    } catch {
      if error.isMissing(below: Resolution.current.path.count) { return nil }
      throw error
    }
  }
}

/// Whether a container is of the class in this copy of Facet; a resolve takes one of another copy for a resolver of the user's.
///
/// Apart, because the optimizer would answer where it sees the declared type.
@inline(never)
private func isOfThisCopy(_ container: AnyObject) -> Bool { type(of: container) == Container.self }
