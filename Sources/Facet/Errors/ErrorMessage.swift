/// Writes the text of a failure to resolve: its template, with the values of the placeholders, and the facts.
package struct ErrorMessage {
  private let error: ResolutionError
  private let nearMisses: [ResolutionError.Neighbor]
  private let names: TypeNames
  private let differences: Set<Difference>

  package init(_ error: ResolutionError) {
    self.error = error
    nearMisses = error.nearMisses
    differences = Set(nearMisses.flatMap { Difference.all(of: $0, from: error.key) })
    let keys = error.path + error.otherPath + nearMisses.map(\.key) + nearMisses.compactMap(\.target)
    let actor = error.isolation.map { [$0.actorType] }
    names = TypeNames(of: keys, (error.initializer?.types ?? []) + (actor ?? []))
  }

  var text: String {
    let lines = lines
    return Message(headline: lines[0], facts: facts, remedies: Array(lines.dropFirst())).text
  }

  /// What to do, one way after the other.
  package var remedies: [String] { Array(lines.dropFirst()) }

  private var lines: [String] {
    error.code.template.split(separator: "\n").compactMap { Message.fill($0, value) }
  }

  // MARK: - Placeholders

  private func value(of placeholder: Substring) -> String? {
    let (key, isNear) = (error.key, differences.contains)
    return switch placeholder {
    case "key": names.text(for: key)
    case "metatype": names.metatype(key.serviceType)
    case "name": key.quotedName.map { ", name: " + $0 } ?? ""
    case "option": key.option == nil ? "" : ", option: …"
    case "arguments": givenArguments
    case "parameters": parameters
    case "user": user
    case "deferral": deferral
    case "onStack", "halfBuilt": error.isAwaited ? nil : ""
    case "incomparable": list(incomparableTypes)
    case "failure": (error.decorator == nil ? "The " : "A ") + error.failingPart
    case "failingPart": error.failingPart
    case "error": underlyingError
    case "actor": error.isolation.map { names.name($0.actorType) } ?? ""
    case "ofMainFactory": error.isolation?.part == nil && isOfMainActor ? "" : nil
    case "ofOtherFactory": error.isolation?.part == nil && !isOfMainActor ? "" : nil
    case "isolatedPart": error.isolation?.part
    case "outsideOfCycle": isOutsideOfCycle ? "" : nil
    case "fittingArguments": fittingArguments
    // What nothing near has is left out.
    case "noArguments": isNear(.noArguments) && !isNear(.otherArguments) ? "" : nil
    case "noName": isNear(.noName) && !isNear(.otherName) ? "" : nil
    case "noOption": isNear(.noOption) && !isNear(.otherOption) ? "" : nil
    case "otherArguments": isNear(.otherArguments) && fittingArguments == nil ? "" : nil
    case "ofChild": isNear(.ofChild) && user == nil ? "" : nil
    case "userOfChild": isNear(.ofChild) ? user : nil
    case "registering": isOutsideOfCycle ? nil : "Register it"
    case "container":
      error.isOfMain ? " with the main container, which was asked: Container.main" : ": container"
    default: Difference(rawValue: String(placeholder)).map(isNear) == true ? "" : nil
    }
  }

  private var isOfMainActor: Bool { error.isolation?.actorType == MainActor.self }

  /// What the factory threw, with further lines indented: they look different from the facts below.
  private var underlyingError: String {
    guard let underlying = error.underlyingError else { return "" }
    return String(describing: underlying).reduce(into: "") { text, character in
      text.append(character)
      if character.isNewline { text += "  " }
    }
  }

  /// The service that needs it, in quotes; `nil` if it was asked for by itself.
  private var user: String? {
    error.path.count > 1 ? names.text(for: error.path[error.path.count - 2]) : nil
  }

  private var deferral: String {
    let (type, prefix) = (names.code(error.key.serviceType), error.isAwaited ? "Async" : "")
    return "Ask for \(prefix)Lazy<\(type)> or \(prefix)Provider<\(type)> in one of the factories."
  }

  private var isOutsideOfCycle: Bool { error.key.serviceType == GraphIdentifier.self }

  private func list(_ types: [Any.Type]) -> String? {
    types.isEmpty ? nil : types.map { "'\(names.name($0))'" }.joined(separator: " and ")
  }

  // MARK: - Facts

  private var facts: [(label: String, text: String)] {
    var facts = [("Path:", path(error.path))]
    if !error.otherPath.isEmpty {
      facts.append(("Thread:", "another one builds \(path(error.otherPath)) and waits for this one"))
    }
    if let initializer = error.initializer { facts.append(("Needed by:", initializer.text(names))) }
    if let location = error.location { facts.append(("Place:", "registered at \(location)")) }
    if let decorator = error.decorator { facts.append(("Decorator:", "written at \(decorator)")) }
    if let isolation = error.isolation {
      let part = isolation.part.map { ", of its " + $0 } ?? ""
      facts.append(("Actor:", names.name(isolation.actorType) + part))
    }
    let keys = nearMisses.map { names.text(for: $0.key) }
    let width = keys.map(\.count).max() ?? 0
    for (number, near) in nearMisses.enumerated() {
      let text = Message.column(keys[number], width) + near.place(names)
      facts.append((number == 0 ? "Near:" : "", text))
    }
    return facts
  }

  private func path(_ keys: [ServiceKey]) -> String {
    var steps = keys.map { names.name($0.serviceType) + ($0.quotedName.map { " " + $0 } ?? "") }
    if steps.count > 24 {
      steps.replaceSubrange(12..<(steps.count - 11), with: ["(\(steps.count - 23) more)"])
    }
    return steps.joined(separator: " → ")
  }

  // MARK: - Arguments

  private var givenArguments: String {
    let places = error.key.argumentTypes.map { _ in "…" }
    return places.isEmpty
      ? "" : ", argument\(places.count == 1 ? "" : "s"): \(places.joined(separator: ", "))"
  }

  /// The arguments as the types of the nearest registration to which they can be converted.
  private var fittingArguments: String? {
    let given = error.key.argumentTypes
    for near in nearMisses where Difference.all(of: near, from: error.key) == [.otherArguments] {
      let taken = near.key.argumentTypes
      guard given.count == taken.count, zip(given, taken).allSatisfy({ $0 == $1 || isSubclass($0, of: $1) })
      else { continue }
      if taken.count == 1 { return "argument: …, as: \(names.metatype(taken[0]))" }
      let places = zip(given, taken).map { $0 == $1 ? "…" : "… as \(names.code($1))" }
      return "arguments: \(places.joined(separator: ", "))"
    }
    return nil
  }

  /// The types of arguments that cannot be compared, of the services that recur on the path.
  private var incomparableTypes: [Any.Type] {
    var (seen, types): (Set<ServiceKey>, [Any.Type]) = ([], [])
    // Without the option: its hash is user code.
    let keys = error.path.map { ServiceKey($0.serviceType, signature: $0.signature, name: $0.name) }
    for key in keys where !seen.insert(key).inserted {
      types += key.argumentTypes.filter { type in
        !(type is any Equatable.Type || type is AnyClass || types.contains { $0 == type })
      }
    }
    return types
  }

  /// The names of a factory's parameters, each another one.
  private var parameters: String {
    var names = ["resolver"]
    for type in error.key.argumentTypes {
      let letters = typeName(type).prefix { $0.isLetter || $0.isNumber }
      let name = letters.isEmpty ? "argument" : letters.prefix(1).lowercased() + letters.dropFirst()
      let unique = [name] + (2...(names.count + 1)).map { "\(name)\($0)" }
      let free = unique.first { !names.contains($0) } ?? name
      names.append(ErrorMessage.keywords.contains(" \(free) ") ? "`\(free)`" : free)
    }
    return names.joined(separator: ", ")
  }

  /// The words that cannot name a parameter, as far as types are named so.
  private static var keywords: String {
    " as break case catch class continue default defer do else enum extension false for func guard if import in init inout is let nil "
      + "operator protocol repeat return self static struct subscript super switch throw true try var where while "
  }
}

/// How a registration differs from what was asked for.
private enum Difference: String {
  case otherArguments, noArguments, otherName, noName, otherOption, noOption, ofChild, optional, namesake,
    subtype

  static func all(of near: ResolutionError.Neighbor, from key: ServiceKey) -> [Difference] {
    let other = near.key
    guard other.serviceType == key.serviceType else {
      if typeName(other.serviceType) == typeName(key.serviceType) { return [.namesake] }
      return [other.serviceType == optionalType(of: key.serviceType) ? .optional : .subtype]
    }
    if near.isInChild { return [.ofChild] }
    return (other.signature == key.signature ? [] : [other.signature == nil ? .noArguments : .otherArguments])
      + (other.name == key.name ? [] : [other.name == nil ? .noName : .otherName])
      + (other.optionBox == key.optionBox ? [] : [other.optionBox == nil ? .noOption : .otherOption])
  }
}
