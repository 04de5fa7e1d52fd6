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
    guard var type = types.type(of: call.context) else { return noteUnread() }
    // `resolve()!` gives what an optional holds, and so does what is there or not.
    if call.isForced || call.name == "optional" { type = type.unwrapped ?? type }
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
    guard isPlain, var type = call.serviceArgument.flatMap(type(ofService:)) ?? propertyType else { return }
    if ["WeakLazyInjected", "OptionalInjected"].contains(call.name) { type = type.unwrapped ?? type }
    // The initializer of a view may set the property anew, with arguments: `_page = Resolved(argument: number)`.
    let isOpen = call.name == "Resolved" && call.arguments.isEmpty
    demand(type, name(call.argument("name")), isOpen ? .unknown : handedOver)
  }

  /// Notes that a container is asked for something of which nobody sees the type.
  private func noteUnread() {
    if isOnContainer, !isAnyParameter || site.file.seesContainers {
      noteUnread("the type that is resolved here cannot be read")
    }
  }

  /// Notes that something is asked for a type of the sources, and that nobody sees whether it is a container.
  private func noteDoubt() {
    guard call.name == "resolve", site.file.seesContainers,
      let service = call.serviceArgument, type(ofService: service)?.isOfSources == true
    else { return }
    noteUnread("whether this is asked of a container cannot be seen")
  }

  /// Notes why something that is resolved is not judged.
  func noteUnread(_ reason: String) {
    reading.asksForAnything = true
    if site.file.isOfTests {
      reading.isLeftOut = true
    } else if !isHandled, !site.isBoundIfThere, call.name != "optional" {
      reading.unread.append(Diagnostic(.note, reason, at: site.location))
    }
  }

  private var isHandled: Bool { call.isHandled || site.isHandled }

  /// Notes that something is resolved.
  func demand(
    _ type: ServiceType, _ name: ServiceName, _ arguments: ServiceArguments, parameter: String? = nil
  ) {
    let owner = parameter == nil ? site.owners.first : nil
    // Whoever asks for an optional, or for all that can be built, gets nothing where a build fails.
    let givesNothing = ["optional", "OptionalInjected", "resolveAll", "resolveAllByName"].contains(call.name)
    if site.file.isOfTests { reading.isLeftOut = true }
    reading.demands.append(
      ServiceDemand(
        type: type, name: name, arguments: sources.usesResolver ? .none : arguments, call: site,
        owner: parameter == nil ? owner?.call : site,
        isCertain: parameter != nil || isCertain(owner), isDeferred: owner?.isLink == true,
        need: isHandled || givesNothing || site.file.isOfTests
          ? .handled : call.kind == .resolvesAll ? .ifThere : .always,
        isAwaited: call.name.hasSuffix("Async"), parameter: parameter))
  }

  /// A list of services may be empty; but what is in it is used.
  func readResolveAll() {
    guard let service = call.serviceArgument else { return readHelpers() }
    guard let type = type(ofService: service) else { return reading.asksForAnything = isOnContainer }
    demand(type, .unknown, call.handedOver.isEmpty ? .none : handedOver)
  }

  /// Whether the factory around resolves this whenever it runs, from the container that runs it.
  private func isCertain(_ owner: CallFacts.Owner?) -> Bool {
    guard let owner, owner.isCertain, !owner.isLink, site.form == .call else { return false }
    let (factory, types) = (owner.call, CallTypes(site, sources.types))
    let made = factory.serviceArgument?.metatype
    return site.passedTo.allSatisfy { types.isEager($0, making: made) }
      && (site.receiver == owner.parameter || site.receiver == factory.receiver)
  }
}
