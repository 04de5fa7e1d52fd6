import FacetSyntax

// MARK: - What stands in front of the dot

extension CallMeaning {
  enum Receiver {
    case container
    /// A type that the sources declare and that is no container, or a composition of such, by the paths; the file itself
    /// has an empty one.
    case other(paths: [String])
    case unknown
  }

  private static let shortNames: Set<String> = ["r", "c", "di", "$0", "main", "container", "resolver"]

  /// What the call is made on, as far as the sources declare it.
  func findReceiver() -> Receiver {
    if call.form != .call { return .unknown }
    guard call.receiverValue != nil, !isOnSelf else {
      return call.receiver.isEmpty || isOnSelf ? surroundingReceiver : .unknown
    }
    guard let type = receiverType, !type.isWrapped else { return .unknown }
    let paths =
      type.head.name.utf8.contains(UInt8(ascii: "&")) ? type.parts.map(\.head.path) : [type.head.path]
    if paths.contains(where: { sources.table.isContainer($0) }) { return .container }
    return paths.allSatisfy(sources.table.declares) ? .other(paths: paths) : .unknown
  }

  /// The type of what stands in front of the dot, be it optional, or the type that is named there itself.
  var receiverType: ServiceType? {
    switch receiverValue {
    case .metatype(let type): type
    case .value(let reading): reading.unwrapped.type
    case .functions, nil: nil
    }
  }

  /// Whether what stands in front of the dot is a container, as far as its type, or else its name, shows.
  var isOnContainer: Bool {
    if call.form == .arrow { return true }
    switch receiver {
    case .container: return true
    case .other: return false
    case .unknown: break
    }
    if call.receiver.isEmpty || isOnStranger { return false }
    let plain = call.receiver.filter { $0 != "?" && $0 != "!" }
    let last = TypeSyntax.lastName(plain.hasSuffix(")") ? String(plain.prefix { $0 != "(" }) : plain)
      .lowercased()
    // The first parameter of a factory is a resolver, however it is called.
    return Self.soundsLikeContainer(last) || call.owners.contains { $0.parameter == plain && plain != "_" }
  }

  /// Whether it may be asked of a container, in a file that sees one.
  var mayAskContainer: Bool {
    if isOnContainer { return true }
    guard site.file.seesContainers, case .unknown = receiver else { return false }
    return !isOnStranger && !mayBeOwnFunction && (call.serviceArgument != nil || !call.receiver.isEmpty)
  }

  private static func soundsLikeContainer(_ name: String) -> Bool {
    shortNames.contains(name)
      || ["container", "resolver", "injector", "assembler"].contains(where: name.contains(part:))
  }

  /// Whether what stands in front of the dot belongs to a library that is no container's.
  ///
  /// Its type is declared there; or the sources declare nothing of its name, and that does not sound like a container, or the file
  /// sees none.
  func findStranger() -> Bool {
    guard call.form == .call, !isOnSelf, case .unknown = receiver, let value = call.receiverValue
    else { return false }
    if isOnOutside { return true }
    guard var names = value.names else { return false }
    if names.first == "self" { names.removeFirst() }
    guard let first = names.first, let last = names.last?.lowercased() else { return false }
    let (seesContainers, soundsLikeOne) = (site.file.seesContainers, Self.soundsLikeContainer(last))
    let sounds = seesContainers && soundsLikeOne
    // A member of something, in a file that sees no container, or of a name that the sources declare nowhere.
    if names.count > 1,
      !seesContainers && !soundsLikeOne || sources.table.values[names[names.count - 1]] == nil
    {
      return !sounds && !sources.table.isContainer(first)
    }
    if first == "super" || first.hasPrefix("$") { return false }
    let found = types.local(first)
    if let local = found?.local, local.isParameter, local.type == nil, names.count == 1 {
      return !sounds && !call.owners.contains { $0.parameter == first }
    }
    return !seesContainers && found == nil && types.variable([first]) == nil
      && types.type(first)?.isOfSources != true
  }

  /// Whether it is the `$0` of a closure that is no factory, which may be anything.
  var isAnyParameter: Bool { call.receiver == "$0" && !call.owners.contains { $0.parameter == "$0" } }

  /// Whether a type that is no container has such a function, which a call on something unknown may mean.
  var mayBeOwnFunction: Bool {
    sources.table.values[call.name]?.contains { function in
      function.kind == .func && function.parameters.places(of: labels) != nil
        && !sources.table.isContainer(function.container)
    } == true
  }

  /// The innermost type around, or the file, that declares a function of this name.
  private var surroundingReceiver: Receiver {
    for path in types.surroundingPaths {
      if !path.isEmpty, sources.table.isContainer(path) { return .container }
      let owners = [path] + sources.table[path].ancestors
      if owners.contains(where: { !sources.table[FullName.joined($0, call.name)].functions.isEmpty }) {
        return .other(paths: [path])
      }
    }
    return .unknown
  }

  /// Whether what stands in front of the dot is certainly of another module.
  var isOnOutside: Bool {
    guard let first = call.receiverValue?.children.first, isKnown(first) else { return false }
    if case .value(.outside) = receiverValue { return true }
    return receiverType.map { type in
      type.head.isName && !type.isOfSources && !sources.table.isContainer(type.head.path)
        && !type.head.name.hasPrefix("Swinject") && !sources.table.modules.contains(type.text)
    } == true
  }

  /// Whether the sources show what a value begins with.
  private func isKnown(_ first: Expression) -> Bool {
    if first.kind != .name || first.text.startsUppercase || first.text == "self" || first.text == "super" {
      return true
    }
    let around = types.surroundingPaths[0]
    return sources.table.values[first.text] != nil || types.local(first.text) != nil
      || !around.isEmpty && !sources.table.declares(around)
  }
}
