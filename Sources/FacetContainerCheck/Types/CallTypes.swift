import FacetSyntax

/// Answers which types are meant in the calls of one file.
struct CallTypes {
  let file: FileFacts
  let table: DeclarationTable
  let types: TypeResolver
  /// The type around a value that stands in no scope: the initial one of a property.
  var base = ""
  /// The place from which variables are looked up: what is declared behind it, in its scope, is not seen.
  var viewpoint: (scope: Int, offset: Int)?

  /// The types around a scope, and the names that have no fixed meaning in it.
  func place(_ scope: Int, _ bindings: [String: ServiceType] = [:]) -> TypeResolver.Place {
    guard scope >= 0 else { return TypeResolver.Place(path: base, bindings: bindings) }
    let facts = file.scopes[scope]
    let isForeign = !facts.extended.isEmpty && !table.declares(facts.extended)
    var place = TypeResolver.Place(
      path: facts.path, generics: facts.allGenerics, isForeign: isForeign, bindings: bindings)
    if file.hasLocalAliases { addAliases(of: scope, to: &place) }
    return place
  }

  /// Adds the aliases of the bodies around, which others do not see.
  private func addAliases(of scope: Int, to place: inout TypeResolver.Place) {
    var around = scope
    while around >= 0 {
      for (name, text) in file.scopes[around].aliases where place.generics.insert(name).inserted {
        var outer = place
        outer.generics.remove(name)
        place.bindings[name] = types.type(text, at: outer)
      }
      around = file.scopes[around].parent
    }
  }

  func type(_ text: String, in scope: Int, _ bindings: [String: ServiceType] = [:]) -> ServiceType? {
    types.type(text, at: place(scope, bindings))
  }

  /// The text of the type that a metatype stands for: `X.self`, or a variable that holds one.
  func serviceText(_ value: Expression, in scope: Int) -> String? {
    if let text = value.metatype {
      // `kind.self` is what the variable `kind` holds.
      guard text.first?.isLowercase == true, !table.namesType(text) else { return text }
      return text.contains(".") ? nil : heldText(text, in: scope)
    }
    guard let names = value.names, names.count == 1 else { return nil }
    return heldText(names[0], in: scope)
  }

  /// The text of the type that a variable holds.
  private func heldText(_ name: String, in scope: Int) -> String? {
    guard let (local, _) = local(name, in: scope) else { return nil }
    guard let written = local.type else { return local.value?.metatype }
    // `Any.Type` holds different types at different times; `T.Type` holds `T`.
    guard case .metatype(let instance) = TypeSyntax(written), instance.path.count == 1 else { return nil }
    return types.isOpen(instance.path[0], at: place(scope)) ? instance.path[0] : nil
  }

  /// The parameter or variable that a name means, and the scope that it belongs to.
  func local(_ name: String, in scope: Int) -> (local: ScopeFacts.Local, scope: Int)? {
    guard scope >= 0 else { return nil }
    var offset = file.scopes[scope].end - 1
    if let viewpoint, viewpoint.scope == scope { offset = viewpoint.offset }
    var scope = scope
    while scope >= 0 {
      let facts = file.scopes[scope]
      if let local = facts.local(name, at: offset) { return (local, scope) }
      if facts.kind == .type || facts.kind == .extension { return nil }
      offset = facts.offset
      scope = facts.parent
    }
    return nil
  }

  /// The same types, seen from where a variable is declared.
  func seen(from local: ScopeFacts.Local, in scope: Int) -> CallTypes {
    CallTypes(file: file, table: table, types: types, viewpoint: (scope, local.offset))
  }

  /// The types around the scope, innermost first, and last the file level.
  func surroundingPaths(_ scope: Int) -> [String] { table.surroundings(of: place(scope).path) }
}
