/// One resolver as it is written: its type, its keys, its output, and its functions, wherever they stand.
package struct ResolverModel {
  /// A declaration in the file that holds it.
  struct Site {
    var declaration: Declaration
    var file: SourceFile
    /// The type or extension around it.
    var container: Declaration

    func location(_ offset: Int) -> SourceLocation { file.location(at: offset) }
    var location: SourceLocation { location(declaration.nameOffset) }
  }

  /// The name with those of the enclosing types in front: what an extension of it is called.
  var name: String
  var type: TypeIndex.Entry
  /// All members of the type and its extensions that hold wherever this declaration of the type does.
  var members: [Site]
  /// Members that stand inside an `#if` of their own.
  var conditionalMembers: [Site] = []
  /// The declarations called `Key`; one, if all is well.
  var keySpaces: [Site] = []
  /// What stands in `Key` and in extensions of it.
  var keyMembers: [Site] = []
  var keys: [Key] = []
  /// The declaration called `Output`, and what its alias stands for.
  var output: Site?
  var outputUse = TypeUse.none
  /// All functions but operators, with their types read.
  var functions: [ResolverFunction] = []
  var providers: [Provider] = []
  var configurations: [ResolverFunction] = []
  /// The imports of the file that declares the resolver.
  var imports: [Declaration] = []
  var globalActors: Set<String>
  var declaredNames: Set<String>
  /// Reads types as this resolver means them.
  var reader: TypeReader

  /// A key: an alias in the resolver's `Key`.
  struct Key {
    var name: String
    var target: String
    var site: Site
  }

  func key(named name: String) -> Key? {
    keys.first { $0.name == name }
  }

  /// The one that builds the key; where there are several, the first.
  func provider(of key: String) -> Provider? {
    providers.first { $0.key == key }
  }

  /// Whether there is an enum of keys to speak of; without it most other checks would only repeat its absence.
  var hasKeys: Bool { keySpaces.contains { $0.declaration.kind == .enum } }

  var location: SourceLocation { type.file.source.location(at: type.declaration.nameOffset) }

  /// The resolver's own name, without the enclosing types.
  var shortName: String { type.declaration.name }
}

/// A function of a resolver, with what its types mean.
struct ResolverFunction {
  var site: ResolverModel.Site
  var parameters: [ResolverParameter]
  /// What the result has to do with keys.
  var result: TypeUse
  var effects: EffectSet

  var declaration: Declaration { site.declaration }
  var isStatic: Bool { declaration.hasModifier("static") || declaration.hasModifier("class") }

  /// Whether the function could be called `resolve()`, as the generated one is.
  var isCalledLikeResolve: Bool {
    declaration.name == "resolve" && !isStatic && declaration.parameters.allSatisfy(\.hasDefault)
  }
}

/// A parameter of a resolver or configuration function, or of one that would like to be.
struct ResolverParameter {
  var declaration: Parameter
  var use: TypeUse
  var location: SourceLocation

  /// Whether the call leaves the parameter out, because it is no key and has a default.
  var isOmitted: Bool {
    guard declaration.hasDefault else { return false }
    switch use {
    case .key, .lazy: return false
    default: return true
    }
  }
}

/// What builds a key.
struct Provider {
  enum Kind {
    case function, property
  }

  var key: String
  var kind: Kind
  var function: ResolverFunction

  var site: ResolverModel.Site { function.site }
  var name: String { site.declaration.name }
  var effects: EffectSet { function.effects }
  /// The parameters that the generated call fills in.
  var parameters: [ResolverParameter] { function.parameters.filter { !$0.isOmitted } }
}
