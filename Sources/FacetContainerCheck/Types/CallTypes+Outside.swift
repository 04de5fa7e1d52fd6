import FacetSyntax

// MARK: - What comes from libraries

extension CallTypes {
  private static let deepestValue = 6

  /// Whether a value comes from a library whose sources are not read, so that it has no type which the sources declare.
  ///
  /// What it begins with is declared there, and none of its members is added by the sources. Where `isLoose`, a function of the
  /// library may have got a type of the sources as an argument, and give it back.
  func isFromOutside(_ value: Expression, in scope: Int, isLoose: Bool = false, depth: Int = 0) -> Bool {
    guard depth < Self.deepestValue, let names = Self.names(in: value.unforced, isLoose),
      let first = names.first, !first.isEmpty, first != "super", first != "Self",
      names.dropFirst().allSatisfy({ !table.addedMembers.contains($0) })
    else { return false }
    if let (local, place) = local(first, in: scope) {
      if let text = local.type { return isOutside(type(text, in: scope)) }
      return seen(from: local, in: place)
        .isFromOutside(local.value, in: place, isLoose: isLoose, depth: depth + 1)
    }
    if first.startsUppercase {
      return isOutside(type(names.prefix(while: \.startsUppercase).joined(separator: "."), in: scope))
    }
    guard let variable = variable([first], in: scope) else {
      // In an extension of a library's type, the rest is a member of that.
      let around = surroundingPaths(scope)[0]
      return !around.isEmpty && !table.declares(around) && !table.addedMembers.contains(first)
        && !table.isContainer(around)
    }
    if let text = variable.type {
      return isOutside(types.type(text, at: TypeResolver.Place(path: variable.container)))
    }
    return variable.isStored && isFromOutside(variable.value, in: 0, isLoose: isLoose, depth: depth + 1)
  }

  /// Whether what a factory returns comes from a library.
  func isFromOutside(_ factory: Expression?, in scope: Int) -> Bool {
    guard let closure = factory?.closure else { return factory.map { isFromOutside($0, in: scope) } ?? false }
    return !closure.values.isEmpty
      && closure.values.allSatisfy {
        isFromOutside($0, in: closure.scope, isLoose: closure.hasPlainArguments)
      }
  }

  /// The names that a value begins with, `self` left out.
  private static func names(in value: Expression, _ isLoose: Bool) -> ArraySlice<String>? {
    let names: [String]
    switch value {
    case .member(let found): names = found
    case .call(let callee, let labels) where (isLoose || labels.isEmpty) && !callee.contains("<"):
      names = self.names(in: callee)
    case .chain(let callee) where isLoose && !callee.contains("<"): names = self.names(in: callee)
    default: return nil
    }
    return names.first == "self" ? names.dropFirst() : names[...]
  }

  /// The names that a text joins by dots, without marks.
  static func names(in text: String) -> [String] {
    text.split(separator: ".").map { String($0.filter { $0 != "?" && $0 != "!" }) }
  }

  /// Whether a type is declared in a library, with all that it is made of, and is no container.
  private func isOutside(_ type: ServiceType?) -> Bool {
    guard let type else { return false }
    if let wrapped = type.unwrapped { return isOutside(wrapped) }
    return type.head.isName && !type.isOfSources && !table.isContainer(type.head.path)
      && !type.head.name.hasPrefix("Swinject") && !table.modules.contains(type.text)
  }
}
