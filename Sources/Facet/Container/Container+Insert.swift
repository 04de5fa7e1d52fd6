/// The way of a registration from the client's types into the registry.
///
/// The client makes the closure around its factory, because it knows the types: so the service goes straight into its slot. It has one function
/// for each service: the compiler takes much longer for one function into which all registrations are copied.
extension Container {
  /// Inserts an entry whose factory takes no parameters.
  @_alwaysEmitIntoClient
  @inline(never)
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    factory: @escaping @isolated(any) () throws -> Service
  ) -> ServiceEntry<Service> {
    nonisolated(unsafe) let unchecked = closureWithoutIsolation(factory)
    let recipe = Recipe(on: factory.isolation, isEnforced: isEnforced) { _, _, slot in
      deliver(unsafe try unchecked(), to: slot)
    }
    return insert(Service.self, nil, name: name, fileID: fileID, line: line, recipe)
  }

  /// Inserts an entry whose factory receives a resolver and arguments.
  @_alwaysEmitIntoClient
  @inline(never)
  func insert<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    factory: @escaping @isolated(any) (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    nonisolated(unsafe) let unchecked = withoutIsolation(factory)
    let recipe = Recipe(on: factory.isolation, isEnforced: isEnforced) { resolver, arguments, slot in
      deliver(
        unsafe try unchecked(resolver, repeat each arguments.tuple((repeat each Argument).self)), to: slot)
    }
    return insert(
      Service.self, argumentSignature(repeat (each Argument).self), name: name, fileID: fileID, line: line,
      recipe)
  }

  @usableFromInline
  func insert<Service>(
    _ serviceType: Service.Type, _ signature: Any.Type?, name: String?, fileID: String, line: Int,
    _ recipe: consuming Recipe
  ) -> ServiceEntry<Service> {
    let record = registry.insert(
      ServiceKey(Service.self, signature: signature, name: name), CodeLocation(fileID: fileID, line: line),
      recipe)
    let entry = ServiceEntry<Service>(record: record)
    if registry.flags.has(.behaviors) { callBehaviors(for: Service.self, toService: entry, withName: name) }
    return entry
  }
}

extension Registry {
  /// Inserts a new record.
  @inline(never)
  fileprivate func insert(_ key: ServiceKey, _ location: CodeLocation, _ recipe: consuming Recipe) -> Record {
    let record = Record(Origin(key, at: location, in: self), by: recipe, in: defaultScope)
    if !add(record) { reportClosed(key) }
    if record.replaced != nil { noteUser(of: record) }
    return record
  }
  /// Notes the service whose factory registers another one.
  private func noteUser(of record: Record) {
    let thread = Resolution.current
    let path = thread.state.frames.isEmpty ? AwaitedResolver.running?.path : thread.path
    guard let user = path?.last else { return }
    contents.withLock { _ in record.replaced?.user = user.key }
  }
}
