import FacetSyntax

// MARK: - Resolves

extension CallMeaning {
  func readResolve() {
    // Arguments of this label are those of Resolver, or of a function of the user's.
    if !sources.usesResolver, call.argument("args") != nil { return readHelpers() }
    if isOnStranger { return noteDoubt() }
    if let service = call.serviceArgument {
      guard let type = type(ofService: service) else {
        // `resolve(…)` with something else in front may be a function of the user's.
        let isHelper = service.metatype == nil && !helpers.isEmpty
        return isHelper ? readHelpers() : noteUnread()
      }
      // A type of the user's may resolve what it is asked for in its own way, or not from a container.
      switch receiver {
      case .container: break
      case .other: return readHelpers()
      case .unknown:
        if isOnContainer, !isAnyParameter { break }
        if mayBeOwnFunction { return noteDoubt() }
        if !helpers.isEmpty { return readHelpers() }
      }
      return demand(type, askedName, handedOver)
    }
    guard isOnContainer else { return readHelpers() }
    guard var type = types.contextType(of: call.context, in: call.scope, bindings.types) else {
      return noteUnread()
    }
    // `resolve()!` gives what an optional holds.
    if call.isForced { type = type.unwrapped ?? type }
    demand(type, name(call.argument("name")), handedOver)
  }

  func readWrapper() {
    if !helpers.isEmpty { return readHelpers() }
    guard ContainerCall.wrappers.contains(call.name), !sources.table.declares(call.name),
      sources.knowsWrapper(call.name)
    else { return }
    let isPlain = call.arguments.allSatisfy { argument in
      argument.label != nil
        ? ["name", "container", "argument", "arguments", "args"].contains(argument.label)
        : argument.metatype != nil
    }
    let written = call.serviceArgument.flatMap { type(ofService: $0) }
    guard isPlain, var type = written ?? propertyType else { return }
    if call.name == "WeakLazyInjected" { type = type.unwrapped ?? type }
    // The initializer of a view may set the property anew, with arguments: `_page = Resolved(argument: number)`.
    let isOpen = call.name == "Resolved" && call.arguments.isEmpty
    demand(type, name(call.argument("name")), isOpen ? .unknown : handedOver)
  }

  /// Notes that a container is asked for something of which nobody sees the type.
  private func noteUnread() {
    if isOnContainer, !isAnyParameter { noteUnread("the type that is resolved here cannot be read") }
  }

  /// Notes that something is asked for a type of the sources, and that nobody sees whether it is a container.
  private func noteDoubt() {
    guard call.name == "resolve", sources.seesContainers(reading.site.file), !isOnOutside,
      let service = call.serviceArgument, type(ofService: service)?.head.isDeclared == true
    else { return }
    noteUnread("whether this is asked of a container cannot be seen")
  }

  /// Notes why something that is resolved is not judged.
  func noteUnread(_ reason: String) {
    if call.isHandled || siteCall.isHandled || siteCall.isBoundIfThere { return }
    if sources.isOfTests[reading.site.file] {
      reading.isLeftOut = true
    } else {
      reading.unread.append(Diagnostic(.note, reason, at: siteCall.location))
    }
  }

  /// Notes that something is resolved, unless the code says what happens without it.
  func demand(
    _ type: ServiceType, _ name: ServiceName, _ arguments: ServiceArguments, parameter: String? = nil,
    isNeeded: Bool = true
  ) {
    let owner = parameter == nil ? siteCall.owners.first : nil
    let demand = ServiceDemand(
      type: type, name: name, arguments: sources.usesResolver ? .none : arguments,
      location: siteCall.location, call: reading.site,
      isForced: siteCall.isForced && siteCall.form == .call, mayBeMissing: siteCall.isBoundIfThere,
      owner: parameter == nil
        ? owner.map { CallIdentity(file: reading.site.file, call: $0.call) } : reading.site,
      isCertain: parameter != nil || isCertain(owner) && !siteCall.isTried, isDeferred: owner?.isLink == true,
      parameter: parameter)
    if sources.isOfTests[reading.site.file] { reading.isLeftOut = true }
    if !isNeeded || call.isHandled || siteCall.isHandled || sources.isOfTests[reading.site.file] {
      reading.uses.append(demand)
    } else {
      reading.demands.append(demand)
    }
  }

  /// A list of services may be empty; but what is in it is used.
  func readResolveAll() {
    let written = call.serviceArgument.flatMap { type(ofService: $0) }
    guard let type = written ?? types.contextType(of: call.context, in: call.scope, bindings.types) else {
      return
    }
    let element = type.isList && written == nil ? type.parts[0] : type
    demand(element, .unknown, .unknown, isNeeded: false)
  }

  /// Whether the factory around resolves this whenever it runs, from the container that runs it.
  private func isCertain(_ owner: CallFacts.Owner?) -> Bool {
    guard let owner, owner.isCertain, !owner.isLink, siteCall.form == .call else { return false }
    let factory = sources.files[reading.site.file].calls[owner.call]
    var made: String?
    if let text = factory.serviceArgument?.metatype { made = text }
    guard siteCall.passedTo.allSatisfy({ siteTypes.isEager($0, in: siteCall.scope, making: made) }) else {
      return false
    }
    return siteCall.receiver == owner.parameter || siteCall.receiver == factory.receiver
  }

  var siteTypes: CallTypes { sources.types(in: reading.site) }
}
