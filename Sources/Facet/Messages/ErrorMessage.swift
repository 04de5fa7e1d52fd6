/// Writes the text of a failed resolve: its template, with the values of the placeholders, and the facts.
package struct ErrorMessage {
  let error: ResolutionError
  let nearMisses: [ResolutionError.Neighbor]
  let names: TypeNames
  let differences: Set<Difference>
  /// The nearest key, if its name and its arguments differ.
  private let otherKey: ServiceKey?

  package init(_ error: ResolutionError) {
    self.error = error
    nearMisses = error.nearMisses
    let all = nearMisses.map { Difference.all(of: $0, from: error.key) }
    otherKey = all.first?.count == 2 ? nearMisses.first?.key : nil
    // A single remedy changes both parts.
    differences = otherKey == nil ? Set(all.joined()) : []
    let keys = error.path + nearMisses.map(\.key) + nearMisses.compactMap(\.target)
    let actor = error.isolation.map { [$0.actorType] }
    names = TypeNames(
      of: keys,
      (error.initializer?.types ?? []) + (actor ?? []) + error.incomparable
        + (error.wrapper.map { [$0] } ?? []))
  }

  var text: String {
    let lines = lines
    return Message(headline: lines[0], facts: facts, remedies: Array(lines.dropFirst())).text
  }

  /// The ways to fix it, one after the other.
  package var remedies: [String] { Array(lines.dropFirst()) }

  private var lines: [String] {
    let lines = error.code.template.split(separator: "\n").compactMap { Message.fill($0, value) }
    return error.code == .loop ? lines + loopRemedies : lines
  }

  // MARK: - Placeholders

  private func value(of placeholder: Substring) -> String? {
    let (key, isNear) = (error.key, differences.contains)
    return switch placeholder {
    case "key": names.text(for: key)
    case "metatype": names.isWritable(key.serviceType) ? names.metatype(key.serviceType) : nil
    case "awaitedWrapper":
      key.argumentTypes.isEmpty
        ? "\(names.code(key, in: "AsyncLazy"))\(key.name == nil ? "," : ", by resolver.require(\(names.request(key, in: "AsyncLazy"))),")"
        : "\(names.code(key, in: "AsyncProvider"))\(key.name == nil ? "," : ", by resolver.require(\(names.request(key, in: "AsyncProvider"))),")"
    case "typeToInfer": names.isWritable(key.serviceType) ? nil : ""
    case "name": key.quotedName.map { ", name: " + $0 } ?? ""
    case "nameAlone": key.quotedName.map { "(name: \($0))" } ?? ""
    case "arguments": givenArguments
    case "parameters": parameters(of: key)
    case "userParameters": error.path.count > 1 ? parameters(of: error.path[error.path.count - 2]) : nil
    case "user": isUserAsync ? nil : user
    case "asyncUser": isUserAsync ? user : nil
    case "root": error.path.count > 1 ? names.text(for: error.path[0]) : nil
    case "alone": error.path.count > 1 ? nil : ""
    case "userIsRoot": error.path.count == 2 && !isUserAsync ? "" : nil
    case "userIsNotRoot": error.path.count > 2 && !isUserAsync ? "" : nil
    case "deferral": deferral
    case "notThroughWrapper": error.wrapper == nil ? "" : nil
    case "wrapper": error.wrapper.map(names.name)
    case "rootCall": rootCall
    case "onlyUser": error.path.count == 2 && !synchronousUsers.isEmpty ? "" : nil
    case "synchronousUsers":
      error.path.count == 2 || synchronousUsers.isEmpty ? nil : newFactories(of: synchronousUsers)
    case "started": error.steps.last?.isStarted == true ? "" : nil
    case "startable": error.steps.last?.isStarted == false ? "" : nil
    case "shared": error.steps.last?.isStarted == nil && error.steps.last?.isShared == true ? "" : nil
    case "autowiredRoot":
      autowired.count == error.path.count - 1 ? autowired.first.map { names.text(for: $0.key) } : nil
    case "autowiredUser": autowired.first.map { names.text(for: $0.key) }
    case "asyncUserOfIt":
      error.steps.dropLast(autowired.count + 1).last.flatMap { $0.isAsync ? names.text(for: $0.key) : nil }
    case "callOfIt": autowired.first.flatMap { call(of: $0.key) }
    case "enforced": error.isolation?.isEnforced == false ? nil : ""
    case "unenforced": error.isolation?.isEnforced == false ? "" : nil
    case "whileEnding": error.isEnding ? "" : nil
    case "notWhileEnding": error.isEnding ? nil : ""
    case "listArguments": listArguments
    case "conformingType": conformingType.map { "'\(names.name($0))'" }
    case "onStack": error.isAwaited ? nil : ""
    case "failedEnd": error.unended == nil ? "" : nil
    case "unended": unended
    case "notClosed": error.unended == nil ? nil : ""
    case "childNotClosed": error.unended?.isOfChild == true ? "" : nil
    case "waiters": error.waiters == 1 ? "one resolve waits" : "\(error.waiters) resolves wait"
    case "incomparable": list(error.incomparable)
    case "failure": (error.decorator == nil ? "The " : "A ") + error.failingPart
    case "failingPart": error.failingPart
    case "error": underlyingError
    case "actor": error.isolation.map { names.name($0.actorType) } ?? ""
    case "ofMainFactory": error.isolation?.part == nil && isOfMainActor ? "" : nil
    case "ofOtherFactory": error.isolation?.part == nil && !isOfMainActor ? "" : nil
    case "globalActor":
      error.isolation.flatMap { $0.actorType is any GlobalActor.Type ? names.name($0.actorType) : nil }
    case "isolatedPart": error.isolation?.part
    case "copies": error.isOfMain ? copies.map { "'\($0.first)' and '\($0.own)'" } : nil
    case "mainOfTests":
      error.isOfMain && isTestProcess ? "" : nil
    case "outsideOfCycle": isOutsideOfCycle ? "" : nil
    case "otherKey": otherKey.map { names.request($0) }
    case "fittingArguments": fittingArguments
    case "conformingArguments": fittingArguments == nil ? conformingArguments : nil
    case "typedParameters": typedParameters
    case "elementsOf": elementType == nil || isByName ? nil : elementType
    case "namedElementsOf": isByName ? elementType : nil
    // Lines without a near miss of their kind are left out.
    case "autowired": takesArgumentsAsServices ? "" : nil
    case "noArguments":
      isNear(.noArguments) && !isNear(.otherArguments) && !takesArgumentsAsServices ? "" : nil
    case "noName": isNear(.noName) && !isNear(.otherName) ? "" : nil
    case "otherArguments":
      isNear(.otherArguments) && lacking == nil && fittingArguments == nil && conformingArguments == nil
        ? "" : nil
    case "lackingArguments": lacking.map { names.request($0) }
    case "providerOfThem": lacking.map { names.code($0, in: "Provider") }
    case "autowiredValue": autowiredUserOfValue.map { names.text(for: $0.key) }
    case "callOfUser": autowiredUserOfValue.map { names.call($0.key) }
    case "ofChild": isNear(.ofChild) && error.keeper == nil ? "" : nil
    case "keeper": isNear(.ofChild) ? error.keeper.map(names.text) : nil
    // A service that is registered above a child would be one for all children.
    case "registering":
      isOutsideOfCycle || isResolver || isNear(.ofChild) || error.isEarly ? nil : "Register it"
    case "ofProperty": error.property != nil && error.askingPart == .property ? "" : nil
    case "early": error.isEarly ? "" : nil
    case "drafted": error.isDrafted && !error.isEarly ? "" : nil
    case "resolverItself": isResolver ? "" : nil
    case "ofRegistration": error.refused == .registration ? "" : nil
    case "ofResolve": error.refused == .resolve ? "" : nil
    case "ofContainer": error.refused == .whole ? "" : nil
    case "ofUse": error.refused == .registration ? nil : ""
    case "container":
      error.isOfMain ? " with the main container, which was asked: Container.main" : ": container"
    default: Difference(rawValue: String(placeholder)).map(isNear) == true ? "" : nil
    }
  }

  /// The services that were released without their ends; `nil` if it was another failure.
  private var unended: String? {
    guard let count = error.unended?.count else { return nil }
    let key = names.text(for: error.key)
    return count == 1
      ? "\(key) was" : "\(key) and \(count == 2 ? "another service" : "\(count - 1) others") were"
  }

  private var isOfMainActor: Bool { error.isolation?.actorType == MainActor.self }

  /// The error of the factory.
  ///
  /// Further lines are indented, so that they differ from the facts below.
  private var underlyingError: String {
    guard let underlying = error.underlyingError else { return "" }
    return String(describing: underlying).reduce(into: "") { text, character in
      text.append(character)
      if character.isNewline { text += "  " }
    }
  }

  /// The service that needs it, in quotes; `nil` if it was resolved directly.
  private var user: String? {
    error.path.count > 1 ? names.text(for: error.path[error.path.count - 2]) : nil
  }

  /// Whether the factory of that service can await.
  private var isUserAsync: Bool { error.steps.dropLast().last?.isAsync == true }

  /// The requested service, as the arguments of a resolve; `nil` if it is the service itself.
  private var rootCall: String? { error.path.count > 1 ? call(of: error.path[0]) : nil }
  /// The arguments of a resolve of a key.
  private func call(of key: ServiceKey) -> String? {
    guard names.isWritable(key.serviceType) else { return nil }
    let name = key.quotedName.map { ", name: " + $0 } ?? ""
    return names.metatype(key.serviceType) + name + arguments(of: key)
  }

  /// The services of initializers that ask for the last one, each for the next: an await of the first awaits all.
  private var autowired: ArraySlice<PathStep> {
    let users = error.steps.dropLast()
    return users[((users.lastIndex { !$0.isAutowired } ?? -1) + 1)...]
  }

  /// The services on the path whose factories must change, so that an awaited resolve can await the last one.
  private var synchronousUsers: [String] {
    error.steps.dropLast().filter { !$0.isAsync && !$0.isAutowired }.map { names.text(for: $0.key) }
  }
  private func newFactories(of users: [String]) -> String {
    if users.count == 1 { return "\(users[0]) an asynchronous factory, which awaits what it needs" }
    let list = users.dropLast().joined(separator: ", ") + " and " + users[users.count - 1]
    return "\(list) asynchronous factories, which await what they need"
  }

  /// A registered type that is named like the protocol: whether it conforms, only an instance tells.
  private var conformingType: Any.Type? {
    nearMisses.first { $0.resemblance == .namedAlike }?.key.serviceType
  }

  /// A registration that differs by its arguments alone, where none are passed.
  private var lacking: ServiceKey? {
    error.key.signature != nil
      ? nil : nearMisses.first { Difference.all(of: $0, from: error.key) == [.otherArguments] }?.key
  }
  /// The service whose registered initializer takes a value of the system, such as a number, which may be meant as an argument.
  private var autowiredUserOfValue: PathStep? {
    let name = String(reflecting: error.key.serviceType)
    guard let user = error.steps.dropLast().last, user.isAutowired, error.key.signature == nil,
      isValue(error.key.serviceType), name.hasPrefix("Swift.") || name.hasPrefix("Foundation."),
      !(error.key.serviceType is any ServiceList.Type)
    else { return nil }
    return user
  }
  /// Whether a container is asked for as a service.
  private var isResolver: Bool {
    error.key.serviceType == Container.self || error.key.serviceType == (any Resolver).self
  }
  private var isOutsideOfCycle: Bool { error.key.serviceType == GraphIdentifier.self }

  private func list(_ types: [Any.Type]) -> String? {
    types.isEmpty ? nil : types.map { "'\(names.name($0))'" }.joined(separator: " and ")
  }

  // MARK: - Collections

  /// The element type of an array or a dictionary, as an expression; `nil` if no near miss has that type.
  private var elementType: String? {
    guard let near = nearMisses.first(where: { Difference.all(of: $0, from: error.key).contains(.element) }),
      near.key.signature == error.key.signature
    else { return nil }
    return (error.key.serviceType as? any ServiceList.Type).map { names.metatype($0.elementType) }
  }

  private var isByName: Bool { (error.key.serviceType as? any ServiceList.Type)?.isByName == true }
}

extension ResolutionError: CustomStringConvertible {
  /// The whole text: the error, its location, the near misses, and how to fix it.
  public var description: String { ErrorMessage(self).text }
}
