// Where an initializer is not told by its labels, the compiler prefers the form with one parameter: the type is an optional in the other one, which the
// compiler counts as a conversion. It counts less than to pass several parameters as one tuple.
extension Container {
  /// Registers a service with an initializer.
  ///
  /// Its parameters are resolved by their types.
  ///
  /// ```swift
  /// container.autoregister(PetOwner.self, initializer: PetOwner.init)
  /// container.autoregister(Animal.self, name: "stray", initializer: Dog.init)
  /// container.autoregister(initializer: PetOwner.init)     // type inferred
  /// ```
  ///
  /// A parameter gets the service that is registered for its type without a name and arguments, in the running top-level resolve. A parameter may be
  /// a `T?`, a ``Lazy`` or a ``Provider``. An array that is not registered itself gets all services of its element type, as
  /// ``Resolver/resolveAll(_:)`` returns them. A dictionary with `String` keys gets the named services, as
  /// ``Resolver/resolveAllByName(_:)`` returns them.
  ///
  /// If there are several initializers, choose one by its labels, `PetOwner.init(pet:)`, or with a closure. A closure can also leave parameters at
  /// their defaults:
  ///
  /// ```swift
  /// container.autoregister(PetOwner.self, initializer: PetOwner.init(pet:))
  /// container.autoregister(PetOwner.self, initializer: { PetOwner(pet: $0) })
  /// container.autoregister(Client.self, initializer: { (session: Session) in Client(session: session) })
  /// ```
  ///
  /// Any thread may call the initializer, and several threads may call it at the same time. An initializer that belongs to an actor, such as the main
  /// actor, is called there: see <doc:ActorsAndAsync>. If a parameter needs a service that must be awaited, resolve by
  /// ``Resolver/requireAsync(_:name:arguments:)``, which awaits the parameters first. If a service is missing, the resolve fails with the full reason, which names the initializer.
  /// An error of the initializer becomes the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - initializer: makes the service from its dependencies.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(*n*) in the number of parameters.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public func autoregister<Service, each Dependency>(
    _ serviceType: Service.Type? = nil, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext initializer:
      @escaping @isolated(any) @Sendable (repeat each Dependency) throws
      -> Service
  ) -> ServiceEntry<Service> {
    insert(
      Service.self, name: name, fileID: fileID, line: line, isEnforced: true, initializer: initializer)
  }

  /// Registers a service with an initializer that takes one parameter.
  ///
  /// If a type has several initializers and you write no labels, an initializer with one parameter is chosen.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - initializer: makes the service from its dependency.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public func autoregister<Service, Dependency>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext initializer: @escaping @isolated(any) @Sendable (Dependency) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true, initializer: initializer)
  }

  /// Registers a service with an initializer that takes no parameters.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - initializer: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public func autoregister<Service>(
    _ serviceType: Service.Type? = nil, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext initializer: @escaping @isolated(any) @Sendable () throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      Service.self, name: name, fileID: fileID, line: line, isEnforced: true, initializer: initializer)
  }

  /// Registers a service with an initializer, some of whose parameters are arguments of the resolve.
  ///
  /// ```swift
  /// container.autoregister(Dog.self, arguments: String.self, Int.self, initializer: Dog.init)
  /// container.resolve(Dog.self, arguments: "Hachi", 3)
  /// ```
  ///
  /// Each argument fills the parameter of exactly its type: `Int` and `Int?` differ. The order of the arguments is that of the resolve; the order of
  /// the parameters may differ.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - arguments: the types of the arguments, in the order of the resolve.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - initializer: makes the service from its dependencies.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Precondition: each argument has exactly one parameter of its type, and the types of the arguments differ. If not, the program stops, in
  ///   release builds too.
  /// - Complexity: O(*n*) in the number of parameters.
  @available(swift, introduced: 6)
  @discardableResult
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func autoregister<Service, each Argument, each Dependency>(
    _ serviceType: Service.Type = Service.self, name: String? = nil,
    arguments: repeat (each Argument).Type, fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext initializer:
      @escaping @isolated(any) @Sendable (repeat each Dependency) throws
      -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, arguments: repeat each arguments, fileID: fileID, line: line, isEnforced: true,
      initializer: initializer)
  }
}

extension Container {
  /// Inserts an entry whose factory fills the parameters of an initializer, and calls it.
  @_alwaysEmitIntoClient
  func insert<Service, each Dependency>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    initializer: @escaping @isolated(any) (repeat each Dependency) throws -> Service
  ) -> ServiceEntry<Service> {
    nonisolated(unsafe) let unchecked = closureWithoutIsolation(initializer)
    let wiring = Wiring(
      of: Service.self, parameters: argumentTypes(repeat (each Dependency).self), fileID: fileID, line: line)
    return insert(
      Service.self, nil, name: name, fileID: fileID, line: line,
      wiring.recipe(initializer.isolation, isEnforced: isEnforced) { resolver, _, slot in
        var number = 0
        let service = unsafe try unchecked(
          repeat try wiring.parameter((each Dependency).self, &number, by: resolver, with: []))
        return deliver(service, to: slot)
      })
  }

  /// Inserts an entry whose factory calls an initializer without parameters.
  @_alwaysEmitIntoClient
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    initializer: @escaping @isolated(any) () throws -> Service
  ) -> ServiceEntry<Service> {
    nonisolated(unsafe) let unchecked = closureWithoutIsolation(initializer)
    let wiring = Wiring(of: Service.self, parameters: [], fileID: fileID, line: line)
    return insert(
      Service.self, nil, name: name, fileID: fileID, line: line,
      wiring.recipe(initializer.isolation, isEnforced: isEnforced) { _, _, slot in
        deliver(unsafe try unchecked(), to: slot)
      })
  }

  /// Inserts an entry whose factory passes the arguments of the resolve to an initializer, and fills the other parameters.
  @_alwaysEmitIntoClient
  func insert<Service, each Argument, each Dependency>(
    _ serviceType: Service.Type, name: String?, arguments: repeat (each Argument).Type, fileID: String,
    line: Int, isEnforced: Bool,
    initializer: @escaping @isolated(any) (repeat each Dependency) throws -> Service
  ) -> ServiceEntry<Service> {
    nonisolated(unsafe) let unchecked = closureWithoutIsolation(initializer)
    let wiring = Wiring(
      of: Service.self, arguments: argumentTypes(repeat (each Argument).self),
      parameters: argumentTypes(repeat (each Dependency).self), fileID: fileID, line: line)
    return insert(
      Service.self, argumentSignature(repeat (each Argument).self), name: name, fileID: fileID, line: line,
      wiring.recipe(initializer.isolation, isEnforced: isEnforced) { resolver, arguments, slot in
        let values = arguments.values
        var number = 0
        let service = unsafe try unchecked(
          repeat try wiring.parameter((each Dependency).self, &number, by: resolver, with: values))
        return deliver(service, to: slot)
      })
  }
}
