import FacetSyntax

/// No key is registered twice in one container, as far as one body of code shows.
///
/// Two assemblies may register one key on purpose, as may a test; two lines of one body replace each other by mistake.
enum DuplicateRegistrationCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    var first: [String: Int] = [:]
    return model.offers.indices.compactMap { index in
      guard let key = key(of: model.offers[index], model) else { return nil }
      guard let earlier = first[key] else {
        first[key] = index
        return nil
      }
      first[key] = index
      let (one, other) = (model.offers[earlier], model.offers[index])
      guard one.location != other.location else { return nil }
      return Diagnostic(
        .warning, "\(other.words) is \(other.verb) twice in one container; this replaces what stands before",
        at: other.location,
        notes: [Diagnostic.Note("\(one.words) is \(one.verb) here first", at: one.location)])
    }
  }

  /// What two offers must share; `nil` for one that is not known well enough, or may not be reached.
  private static func key(of offer: ServiceOffer, _ model: ContainerModel) -> String? {
    let call = offer.call
    guard let type = offer.type, !model.index.mayBeAny(type), offer.name != .unknown, !offer.isOfTests,
      !call.isInCondition, !call.receiver.isEmpty || model.sources.table.isContainer(call.scope.path),
      call.scope.name != "switch", call.form == .call, call.name == "register" || call.name == "autoregister",
      case .known(let arguments) = offer.arguments, !arguments.contains(nil),
      !isComputed(call, model)
    else { return nil }
    let taken = arguments.map { $0?.text ?? "" }.joined(separator: ", ")
    return
      "\(call.file.path) \(call.stretch) \(type.modules) \(type.text) (\(taken)) \(call.receiver) \(offer.name.key)"
  }

  /// Whether each use of the receiver may make another container.
  private static func isComputed(_ call: CallFacts, _ model: ContainerModel) -> Bool {
    guard var names = call.receiverValue?.names else { return false }
    if names.first == "self" { names.removeFirst() }
    let types = CallTypes(call, model.sources.types)
    if names.count == 1, types.local(names[0]) != nil { return false }
    return types.variable(names)?.isStored == false
  }
}
