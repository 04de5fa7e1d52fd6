/// The way of a registration from the client's types into the registry.
///
/// The client makes the closure around its factory, because it knows the types: so the service goes straight into its slot.
extension Container {
  /// Inserts an entry whose factory receives a resolver.
  @_alwaysEmitIntoClient
  @_transparent
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    factory: @escaping @isolated(any) (any Resolver) throws -> Service
  ) -> ServiceEntry<Service> {
    let unchecked = IsolatedFactory<Service>(factory).unchecked
    return insert(
      serviceType, name: name, option: nil, fileID: fileID, line: line, arguments: nil,
      isolation: factory.isolation, isEnforced: isEnforced
    ) { resolver, _, slot in slot.put(try unchecked.call(resolver)) }
  }

  /// Inserts an entry whose factory takes no parameters.
  @_alwaysEmitIntoClient
  @_transparent
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    factory: @escaping @isolated(any) () throws -> Service
  ) -> ServiceEntry<Service> {
    let unchecked = IsolatedMaker<Service>(factory).unchecked
    return insert(
      serviceType, name: name, option: nil, fileID: fileID, line: line, arguments: nil,
      isolation: factory.isolation, isEnforced: isEnforced
    ) { _, _, slot in slot.put(try unchecked.call()) }
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
      serviceType, name: name, option: option.map(OptionBox.init), fileID: fileID, line: line,
      arguments: Signature<repeat each Argument>.operations, isolation: factory.isolation,
      isEnforced: isEnforced
    ) { resolver, arguments, slot in
      slot.put(try unchecked.call(resolver, repeat each Signature<repeat each Argument>.tuple(arguments)))
    }
  }

  /// Inserts an entry; not inlined into clients, so one copy serves all registrations.
  @usableFromInline
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, option: OptionBox?, fileID: String,
    line: Int, arguments: ArgumentOperations?, isolation: (any Actor)?, isEnforced: Bool,
    factory: consuming @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    insert(
      ServiceKey(Service.self, signature: arguments?.list, name: name, option: option),
      CodeLocation(fileID: fileID, line: line),
      Recipe(
        slotType: SlotType(for: Service.self), arguments: arguments,
        details: RecipeDetails(isolation, isEnforced: isEnforced), factory: factory))
  }

  /// Inserts an entry with data that few have.
  @usableFromInline
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int,
    arguments: ArgumentOperations?, _ details: RecipeDetails, factory: @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    insert(
      ServiceKey(Service.self, signature: arguments?.list, name: name),
      CodeLocation(fileID: fileID, line: line),
      Recipe(
        slotType: SlotType(for: Service.self), arguments: arguments, details: details,
        factory: factory))
  }

  @inline(__always)
  private func insert<Service>(
    _ key: consuming ServiceKey, _ location: consuming CodeLocation, _ recipe: consuming Recipe
  ) -> ServiceEntry<Service> {
    let record = Record(
      consume key, at: consume location, consume recipe, owner: registry,
      configuration: registry.newConfiguration)
    registry.insert(record)
    let entry = ServiceEntry<Service>(record: record)
    if registry.has(.behaviors) {
      callBehaviors(for: Service.self, toService: entry, withName: entry.record.name)
    }
    return entry
  }
}

extension Registry {
  /// Inserts a new record.
  @inline(__always)
  fileprivate func insert(_ record: Record) {
    decorate(record)
    if !add(record) { reportClosed(record.key) }
    // A decorator may have been declared meanwhile.
    decorate(record)
  }
}
