/// The answer to a failure in a list that must be complete.
@usableFromInline
func fail(_ error: ResolutionError) throws(ResolutionError) { throw error }

extension Registry {
  /// Resolves each name of a type in one top-level resolve, as `withNames` gives them; what is removed meanwhile is no failure.
  @_alwaysEmitIntoClient
  @inline(__always)
  func forEachName<Element, Failure: Error>(
    of serviceType: Any.Type, _ signature: Any.Type?, isByName: Bool = false,
    orElse fail: (ResolutionError) throws(Failure) -> Void,
    _ resolve: (String?) throws(ResolutionError) -> Element
  ) throws(Failure) -> [Element] {
    var elements: [Element] = []
    try withNames(of: serviceType, signature, isByName: isByName) { names throws(Failure) in
      elements.reserveCapacity(names.count)
      for name in names {
        do throws(ResolutionError) { elements.append(try resolve(name)) } catch {
          let key = ServiceKey(serviceType, signature: signature, name: name)
          if !hasLost(key, after: error) { try fail(error) }
        }
      }
    }
    return elements
  }
  /// Calls `body` with the names of all registrations of a type, the parents' first, in one top-level resolve.
  ///
  /// For a wrapper that is not registered itself, the names are those of the wrapped type. For a closed container, there is one: none, so
  /// that its resolve reports the reason.
  @usableFromInline
  func withNames<Failure: Error>(
    of serviceType: Any.Type, _ signature: Any.Type?, isByName: Bool = false,
    _ body: ([String?]) throws(Failure) -> Void
  ) throws(Failure) {
    if isObserved {
      let key = ServiceKey(serviceType, signature: signature)
      _ = tellHooks(.list(of: key, isByName: isByName, registryDepth: depth))
    }
    let thread = Resolution.current
    var (serviceType, signature) = (serviceType, signature)
    var names = names(of: serviceType, signature)
    while names.isEmpty, let wrapper = thread.state.wrappers.wrapper(serviceType) {
      (serviceType, signature) = (wrapper.wrappedType, signature ?? wrapper.argumentsAtUse)
      names = self.names(of: serviceType, signature)
    }
    // Checked last, because a close removes the registrations while the names are collected.
    if refuses { return try body([nil]) }
    thread.enter()
    defer { thread.leave() }
    try body(names)
  }
  /// Whether an element of a list is missing because it was removed after the names had been read.
  @usableFromInline
  @inline(never)
  func hasLost(_ element: ServiceKey, after error: ResolutionError) -> Bool {
    guard error.code == .notRegistered else { return false }
    var isThere = false
    withNames(of: element.serviceType, element.signature) { isThere = $0.contains(element.name) }
    return !isThere
  }
  /// Each once, in the order of registration.
  private func names(of serviceType: Any.Type, _ signature: Any.Type?) -> [String?] {
    var names: [String?] = []
    let line = parent == nil ? [self] : line.reversed()
    for registry in line where registry.flags.has(.used) {
      let known = names.isEmpty ? nil : Set(names)
      let own = registry.registrations(of: serviceType)
      names.reserveCapacity(names.count + own.count)
      for registration in own where registration.key.signature == signature {
        // Within one container, names differ.
        if known?.contains(registration.key.name) != true { names.append(registration.key.name) }
      }
    }
    return names
  }

  /// Resolves each element under its name; a closed container has none, and says so.
  @usableFromInline
  @inline(never)
  func forEachNamed<Failure: Error>(
    of serviceType: Any.Type, _ signature: Any.Type?,
    orElse fail: (ResolutionError) throws(Failure) -> Void,
    _ resolve: (String) throws(ResolutionError) -> Void
  ) throws(Failure) {
    _ = try forEachName(of: serviceType, signature, isByName: true, orElse: fail) {
      name throws(ResolutionError) in
      if let name { return try resolve(name) }
      if refuses {
        throw Resolution.current.closed(ServiceKey(serviceType, signature: signature), in: self)
      }
    }
  }
}
