import FacetSyntax

// MARK: - What comes from libraries

extension CallTypes {
  private static let deepestValue = 6

  /// Whether a value comes from a library whose sources are not read, so that it has no type which the sources declare.
  ///
  /// What it begins with is declared there, and none of its members is added by the sources. Where `isLoose`, a function of the
  /// library may have got a type of the sources as an argument, and give it back.
  func isFromOutside(_ value: Expression, in scope: Int, isLoose: Bool = false, depth: Int = 0) -> Bool {
    guard depth < Self.deepestValue else { return false }
    switch value.unforced {
    case .member(let names): return isFromOutside(names, in: scope, isLoose, depth)
    case .call(let callee, let labels):
      return (isLoose || labels.isEmpty) && isFromOutside(Self.names(in: callee), in: scope, isLoose, depth)
    case .chain(let callee):
      return isLoose && isFromOutside(Self.names(in: callee), in: scope, isLoose, depth)
    default: return false
    }
  }

  /// Whether what a factory returns comes from a library.
  func isFromOutside(_ factory: Expression?, in scope: Int) -> Bool {
    guard case .closure(let closure)? = factory else {
      return factory.map { isFromOutside($0, in: scope) } ?? false
    }
    return !closure.values.isEmpty
      && closure.values.allSatisfy {
        isFromOutside($0, in: closure.scope, isLoose: closure.hasPlainArguments)
      }
  }

  private static func names(in callee: String) -> [String] {
    callee.contains("<")
      ? [] : callee.split(separator: ".").map { String($0.filter { $0 != "?" && $0 != "!" }) }
  }

  private func isFromOutside(_ names: [String], in scope: Int, _ isLoose: Bool, _ depth: Int) -> Bool {
    var names = names[...]
    if names.first == "self" { names = names.dropFirst() }
    guard let first = names.first, !first.isEmpty, first != "super", first != "Self" else { return false }
    let rest = names.dropFirst()
    guard rest.allSatisfy({ !table.addedMembers.contains($0) }) else { return false }
    if first.startsUppercase, local(first, in: scope) == nil {
      let path = names.prefix(while: \.startsUppercase)
      return type(path.joined(separator: "."), in: scope).map(isOutside) == true
    }
    if let (local, place) = local(first, in: scope) {
      if let text = local.type { return type(text, in: scope).map(isOutside) == true }
      return seen(from: local, in: place)
        .isFromOutside(local.value, in: place, isLoose: isLoose, depth: depth + 1)
    }
    guard let variable = variable([first], in: scope) else {
      // In an extension of a library's type, the rest is a member of that.
      guard !first.startsUppercase, let around = surroundingPaths(scope).first, !around.isEmpty
      else {
        return false
      }
      return !table.declares(around) && !table.addedMembers.contains(first) && !table.isContainer(around)
    }
    let place = TypeResolver.Place(path: variable.container)
    if let text = variable.type { return types.type(text, at: place).map(isOutside) == true }
    return variable.isStored && isFromOutside(variable.value, in: 0, isLoose: isLoose, depth: depth + 1)
  }

  /// Whether a type is declared in a library, with all that it is made of, and is no container.
  private func isOutside(_ type: ServiceType) -> Bool {
    if let wrapped = type.unwrapped { return isOutside(wrapped) }
    return type.head.isName && !type.isOfSources && !table.isContainer(type.head.path)
      && !type.head.name.hasPrefix("Swinject") && !table.modules.contains(type.text)
  }
}
