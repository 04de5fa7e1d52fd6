/// Writes the text of a failed resolve: its template, with the values of the placeholders, and the facts.
package struct ErrorMessage {
  let error: ResolutionError
  let nearMisses: [ResolutionError.Neighbor]
  let names: TypeNames
  let differences: Set<Difference>

  package init(_ error: ResolutionError) {
    self.error = error
    nearMisses = error.nearMisses
    differences = Set(nearMisses.flatMap { Difference.all(of: $0, from: error.key) })
    let keys = error.path + nearMisses.map(\.key) + nearMisses.compactMap(\.target)
    let actor = error.isolation.map { [$0.actorType] }
    names = TypeNames(of: keys, (error.initializer?.types ?? []) + (actor ?? []) + error.incomparable)
  }

  var text: String {
    let lines = lines
    return Message(headline: lines[0], facts: facts, remedies: Array(lines.dropFirst())).text
  }

  /// The ways to fix it, one after the other.
  package var remedies: [String] { Array(lines.dropFirst()) }

  private var lines: [String] {
    error.code.template.split(separator: "\n").compactMap { Message.fill($0, value) }
  }

  // MARK: - Placeholders

  private func value(of placeholder: Substring) -> String? {
    let (key, isNear) = (error.key, differences.contains)
    return switch placeholder {
    case "key": names.text(for: key)
    case "metatype": names.isWritable(key.serviceType) ? names.metatype(key.serviceType) : nil
    case "lazyType":
      names.isWritable(key.serviceType) && key.argumentTypes.isEmpty ? names.code(key.serviceType) : nil
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
    case "ofItself": isLoopOfOne ? "" : nil
    case "decoratorParameters":
      ([parameterNames(of: key)[0], "inner"] + parameterNames(of: key).dropFirst()).joined(separator: ", ")
    case "onStack": error.isAwaited ? nil : ""
    case "halfBuilt": error.isAwaited || isLoopOfOne ? nil : ""
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
    case "outsideOfCycle": isOutsideOfCycle ? "" : nil
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
      isNear(.otherArguments) && fittingArguments == nil && conformingArguments == nil ? "" : nil
    case "ofChild": isNear(.ofChild) && error.keeper == nil ? "" : nil
    case "keeper": isNear(.ofChild) ? error.keeper.map(names.text) : nil
    // One that is registered above a child would be one for all children.
    case "registering": isOutsideOfCycle || isNear(.ofChild) || error.isEarly ? nil : "Register it"
    case "early": error.isEarly ? "" : nil
    case "ofRegistration": error.refused == .registration ? "" : nil
    case "ofResolve": error.refused == .resolve ? "" : nil
    case "ofContainer": error.refused == .whole ? "" : nil
    case "ofUse": error.refused == .registration ? nil : ""
    case "container":
      error.isOfMain ? " with the main container, which was asked: Container.main" : ": container"
    default: Difference(rawValue: String(placeholder)).map(isNear) == true ? "" : nil
    }
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

  /// Whether the factory of a service asks for that very service: deferred, it would hold itself.
  private var isLoopOfOne: Bool {
    guard error.code == .loop, error.path.dropLast().last == error.key else { return false }
    // With arguments, it may be a longer way back to the same ones.
    return error.path.count { $0 == error.key } == 2
  }

  private var deferral: String? {
    if isLoopOfOne { return nil }
    let type = names.isWritable(error.key.serviceType) ? names.code(error.key.serviceType) : "…"
    let prefix = error.isAwaited ? "Async" : ""
    return "Ask for \(prefix)Lazy<\(type)> or \(prefix)Provider<\(type)> in one of the factories."
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

/// How a registration differs from the requested key.
enum Difference: String {
  case otherArguments, noArguments, otherName, noName, ofChild, optional, namesake,
    subtype, part, element

  static func all(of near: ResolutionError.Neighbor, from key: ServiceKey) -> [Difference] {
    let other = near.key
    switch near.resemblance {
    case .sameType: break
    case .optional: return [.optional]
    case .namesake, .relative: return [.namesake]
    case .subtype, .conforming: return [.subtype]
    case .part: return [.part]
    case .element: return [.element]
    }
    let differences: [Difference] =
      (other.signature == key.signature ? [] : [other.signature == nil ? .noArguments : .otherArguments])
      + (other.name == key.name ? [] : [other.name == nil ? .noName : .otherName])
    // A registration in a child helps only if it is the very same.
    return !near.isInChild ? differences : differences.isEmpty ? [.ofChild] : []
  }
}

extension ResolutionError: CustomStringConvertible {
  /// The whole text: the error, its location, the near misses, and how to fix it.
  public var description: String { ErrorMessage(self).text }
}

extension ResolutionError.Neighbor {
  /// The location, and the target.
  func place(_ names: TypeNames) -> String {
    let child = isInChild ? " in a child container" : ""
    guard let target else { return "registered\(child) at \(location)" }
    return "forwarded\(child) to \(names.text(for: target)) at \(location)"
  }
}
