/// The way of a registration from the client's types into the registry.
extension Container {
  /// Inserts an entry whose factory receives a resolver.
  @_alwaysEmitIntoClient
  @_transparent
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    isolation: (any Actor)?, factory: @escaping @isolated(any) (any Resolver) throws -> Service
  ) -> ServiceEntry<Service> {
    let unchecked = IsolatedFactory(factory).unchecked
    return insert(
      serviceType, name: name, fileID: fileID, line: line, isolation: isolation, isEnforced: isEnforced
    ) {
      resolver, _, slot in slot.put(try unchecked.call(resolver))
    }
  }

  /// Inserts an entry whose factory takes no parameters.
  @_alwaysEmitIntoClient
  @_transparent
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    isolation: (any Actor)?, factory: @escaping @isolated(any) () throws -> Service
  ) -> ServiceEntry<Service> {
    let unchecked = IsolatedMaker(factory).unchecked
    return insert(
      serviceType, name: name, fileID: fileID, line: line, isolation: isolation, isEnforced: isEnforced
    ) {
      _, _, slot in slot.put(try unchecked.call())
    }
  }

  @usableFromInline
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int,
    isolation: (any Actor)?, isEnforced: Bool, factory: @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    insert(
      ServiceKey(Service.self, name: name), CodeLocation(fileID: fileID, line: line), nil,
      RecipeDetails(isolation, isEnforced: isEnforced), factory)
  }

  /// Inserts an entry whose factory receives a resolver and arguments.
  @_alwaysEmitIntoClient
  func insert<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: (any ServiceKeyOption)?, fileID: String, line: Int,
    isEnforced: Bool,
    factory: @escaping @isolated(any) (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    let unchecked = IsolatedArgumentFactory<Service, repeat each Argument>(factory).unchecked
    return insert(
      serviceType, name: name, option: option, fileID: fileID, line: line, isolation: factory.isolation,
      isEnforced: isEnforced, signature: Signature<repeat each Argument>.self
    ) { resolver, arguments, slot in
      slot.put(try unchecked.call(resolver, repeat each Signature<repeat each Argument>.tuple(arguments)))
    }
  }

  /// Inserts an entry.
  @usableFromInline
  func insert<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: (any ServiceKeyOption)?, fileID: String, line: Int,
    isolation: (any Actor)?, isEnforced: Bool, signature: Signature<repeat each Argument>.Type,
    factory: @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    insert(
      ServiceKey(
        Service.self, signature: signature.identity, name: name, option: option.map(OptionBox.init)),
      CodeLocation(fileID: fileID, line: line),
      signature.identity == nil ? nil : ArgumentOperations(signature),
      RecipeDetails(isolation, isEnforced: isEnforced), factory)
  }

  /// Inserts an entry.
  func insert<Service>(
    _ key: consuming ServiceKey, _ location: consuming CodeLocation,
    _ arguments: consuming ArgumentOperations?, _ details: consuming RecipeDetails?,
    _ factory: @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    let record = registry.register(
      key, at: location,
      Recipe(
        slotType: SlotType(for: Service.self), arguments: arguments, details: details, factory: factory))
    let entry = ServiceEntry<Service>(record: record, anchor: anchor)
    if registry.has(.behaviors) { callBehaviors(for: Service.self, toService: entry, withName: record.name) }
    return entry
  }
}

extension Registry {
  /// Inserts a record with a recipe.
  @inline(never)
  fileprivate func register(
    _ key: consuming ServiceKey, at location: consuming CodeLocation, _ recipe: consuming Recipe
  ) -> Record {
    let record = Record(key, at: location, recipe, owner: self, configuration: newConfiguration)
    decorate(record)
    if !add(record) { reportClosed(record.key) }
    // A decorator may have been declared meanwhile.
    decorate(record)
    return record
  }
}
