import FacetSyntax

/// Answers which types are meant at one place of a file.
struct CallTypes {
  typealias Bindings = [String: ServiceType]

  let types: TypeResolver
  /// The body around; `nil` for the initial value of a property.
  var scope: ScopeFacts?
  /// What is declared in the body behind this place is not seen.
  var offset = 0
  /// The type around a value that stands in no body, and its file.
  var base = ""
  var baseFile = ""
  /// What the generic parameters around stand for, where that is known.
  var bindings: Bindings = [:]
  /// How many values were looked through on the way, and how many ways like this one there are.
  var depth = 0
  var choices = 1

  var table: DeclarationTable { types.table }

  var file: String { scope?.file.path ?? baseFile }

  /// The view of what stands in another body: from its end, or from a place in it.
  func inside(_ scope: ScopeFacts, at offset: Int? = nil) -> CallTypes {
    var result = self
    (result.scope, result.offset) = (scope, offset ?? scope.end - 1)
    return result
  }

  /// The view of what a value is made of.
  var deeper: CallTypes {
    var result = self
    result.depth += 1
    return result
  }

  // MARK: - Names of types

  /// The types around, and the names that have no fixed meaning here.
  var place: TypeResolver.Place {
    guard let scope else { return TypeResolver.Place(path: base, file: file, bindings: bindings) }
    var place = TypeResolver.Place(
      path: scope.path, file: file, generics: scope.allGenerics,
      isForeign: !scope.extended.isEmpty && !table.declares(scope.extended), bindings: bindings)
    guard scope.file.hasLocalAliases else { return place }
    for scope in scope.outward {
      for (name, text) in scope.aliases where place.generics.insert(name).inserted {
        var outer = place
        outer.generics.remove(name)
        place.bindings[name] = types.type(text, at: outer)
      }
    }
    return place
  }

  /// The types around, innermost first, and last the file level.
  var surroundingPaths: [String] { table.surroundings(of: scope?.path ?? base) }

  func type(_ text: String) -> ServiceType? { types.type(text, at: place) }

  /// The type that is written, or that nothing is known of it.
  func reading(_ text: String) -> TypeReading { TypeReading(type(text)) }

  // MARK: - Variables

  /// The parameter or variable that a name means, and the scope that it belongs to.
  func local(_ name: String) -> (local: ScopeFacts.Local, scope: ScopeFacts)? {
    var (next, offset) = (scope, offset)
    while let scope = next {
      if let local = scope.local(name, at: offset) { return (local, scope) }
      if scope.isType { return nil }
      (next, offset) = (scope.parent, scope.offset)
    }
    return nil
  }

  /// The property or constant that the names lead to.
  func variable(_ names: [String]) -> Declared? {
    let path = names.joined(separator: ".")
    return surroundingPaths.lazy.compactMap { entry(FullName.joined($0, path)).variable }.first
  }

  /// What the file around sees of a path.
  func entry(_ path: String) -> DeclarationTable.Entry { table.entry(path, seenFrom: file) }

  /// The text of the type that a metatype stands for: `X.self`, or a variable that holds one.
  func serviceText(_ value: Expression) -> String? {
    if let text = value.metatype {
      // `kind.self` is what the variable `kind` holds.
      guard text.startsLowercase, !table.namesType(text) else { return text }
      return text.utf8.contains(UInt8(ascii: ".")) ? nil : heldText(text)
    }
    guard let names = value.names, names.count == 1 else { return nil }
    return heldText(names[0])
  }

  /// The text of the type that a variable holds.
  private func heldText(_ name: String) -> String? {
    guard let local = local(name)?.local else { return nil }
    guard let written = local.type else { return local.value?.metatype }
    // `Any.Type` holds different types at different times; `T.Type` holds `T`.
    guard case .metatype(let instance) = TypeSyntax(written), instance.path.count == 1 else { return nil }
    return types.isOpen(instance.path[0], at: place) ? instance.path[0] : nil
  }
}

extension CallTypes {
  /// The types as a call sees them.
  init(_ call: CallFacts, _ types: TypeResolver, _ bindings: Bindings = [:]) {
    self.init(types: types, scope: call.scope, offset: call.offset, bindings: bindings)
  }
}
