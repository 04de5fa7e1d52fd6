import FacetSyntax

/// What one file says about containers, and what it declares.
///
/// A class for the reason that `CallFacts` is one. Unchecked: nothing is changed once the file is read.
final class FileFacts: @unchecked Sendable {
  let path: String
  var words = WordBits(bytes: 0)
  /// Whether one of the words stands in it that were looked for.
  var mayHaveCalls = false
  var imports: Set<String> = []
  var hasTestableImport = false
  /// The modules that every file sees which imports this one.
  var reexports: Set<String> = []
  /// What keeps the file from being read as a whole.
  var fault: Diagnostic?
  var scopes: [ScopeFacts] = []
  var calls: [CallFacts] = []
  var declared: [Declared] = []
  /// What was read first, with all that the file declares.
  var first: FileFacts?
  /// The names to which something is assigned behind their declaration.
  var assigned: Set<String> = []
  /// The lines on which findings are not wanted.
  var ignoredLines: Set<Int> = []
  var ignoresAll = false
  var isStrict = false
  /// Whether a body declares an alias.
  var hasLocalAliases = false

  init(path: String) { self.path = path }

  /// What others name if they use the file: its types, functions and variables, and what it adds to types of others.
  var namesForOthers: [String] {
    let declared = first?.declared ?? declared
    let own = Set(declared.filter { !$0.isExtension && $0.container.isEmpty }.map(\.name))
    return declared.filter { declared in
      !declared.isExtension
        && !own.contains(where: { FullName.surroundings(of: declared.container).contains($0) })
    }.map(\.name)
  }
}

/// A pair of braces, or the file around them all.
///
/// A class for the reason that `CallFacts` is one. Unchecked: nothing is changed once the file is read.
final class ScopeFacts: @unchecked Sendable {
  enum Kind: Sendable, Equatable {
    case file, type, `extension`, function, accessor, closure, block
  }

  var kind: Kind
  /// The scope around; -1 for none.
  var parent: Int
  /// Where it begins in the file, and where it ends.
  var offset = 0
  var end = Int.max
  /// Tells functions apart by what stands between their braces.
  var textHash: UInt64 = 0
  /// The name of a type or function.
  var name = ""
  var generics: Set<String> = []
  /// The types around, and those that generic parameters around stand for.
  var path = ""
  var allGenerics: Set<String> = []
  /// The type that the outermost extension around extends; empty for none.
  var extended = ""
  var parameters: [Parameter] = []
  /// The type of what is returned, as it is written.
  var result: String?
  /// Whether an attribute puts it on an actor.
  var isOnActor = false
  /// The variables of the body by their names, in the order of the source.
  private(set) var locals: [String: [Local]] = [:]
  /// What the aliases of the body stand for.
  var aliases: [String: String] = [:]
  init(kind: Kind, parent: Int, offset: Int = 0) {
    self.kind = kind
    self.parent = parent
    self.offset = offset
  }

  func add(_ locals: [Local]) {
    for local in locals { self.locals[local.name, default: []].append(local) }
  }

  /// The variable that this name means at a place: one is not seen before the end of its own initial value.
  func local(_ name: String, at offset: Int) -> Local? {
    if let local = locals[name]?.last(where: { $0.visible.contains(offset) }) { return local }
    return parameters.first { $0.name == name }.map { parameter in
      Local(
        name: name, type: parameter.type.text.isEmpty ? nil : parameter.typeText, isConstant: true,
        isParameter: true, offset: self.offset, visible: 0..<0)
    }
  }

  /// Whether it is a subscript or an operator, which are not called by a word.
  var isNameless: Bool {
    guard kind == .function, let first = name.unicodeScalars.first else { return false }
    return name == "subscript" || !(first.properties.isAlphabetic || first == "_")
  }

  /// A variable of a function's body, or a parameter.
  struct Local: Sendable {
    var name: String
    var type: String?
    var value: Expression?
    var isConstant: Bool
    var isParameter = false
    /// Where its name stands.
    var offset: Int
    /// Where it is seen.
    var visible: Range<Int>
  }
}

/// A call that may have to do with a container.
///
/// A class, because it is handed about whole: each copy of a structure of this size is code that every client compiles.
/// Unchecked: nothing is changed once the file is read.
final class CallFacts: @unchecked Sendable {
  enum Form: Sendable, Equatable {
    case call
    /// `resolver ~> X.self` or `resolver~>`.
    case arrow
    /// `@Name var x: X`.
    case wrapper
    /// `Name<X>`: a type that is named with its generic arguments, whatever is done with it.
    case mention
  }

  /// Where the type of the result comes from if the call does not say it.
  enum Context: Sendable {
    case none
    case type(String)
    /// An argument of a call: the chain in which that stands, the place of the call in it, and which argument it is.
    case argument(of: Expression, call: Int, index: Int)
    case variable(Expression)
    /// The result of the scope.
    case result(scope: Int)
  }

  let form: Form
  let name: String
  let location: SourceLocation
  /// Where the name stands.
  let offset: Int
  /// The text in front of the dot; empty where there is none.
  var receiver = ""
  /// The same as an expression; `nil` where there is none, or a long one.
  var receiverValue: Expression?
  var arguments: [Expression] = []
  /// Whether generic arguments stand between the name and the arguments.
  var isSpecialized = false
  /// Whether `!` follows.
  var isForced = false
  /// Whether the code says what happens where nothing is found: `??`, `try?`, a comparison with `nil`.
  var isHandled = false
  /// Whether a `try?` says that.
  var isTried = false
  /// Whether `if let` or `while let` asks for the result.
  var isBoundIfThere = false
  var context = Context.none
  /// Calls on the result: `.implements(…)`, `.inObjectScope(…)`.
  var chain: [Link] = []
  /// The variable that keeps the result.
  var keptAs: String?
  /// What it does to a container; known once the file is read.
  var kind = ContainerCall.other
  let scope: Int
  /// Registrations with the same number follow one another in one body, on one container, with nothing else between.
  var stretch = 0
  /// The calls in whose closures this one stands, innermost first.
  var owners: [Owner] = []
  /// The calls in whose parentheses it stands, up to the closure around.
  var passedTo: [Context] = []
  /// Whether it stands in `#if`.
  var isInCondition = false

  init(_ form: Form, _ name: String, at offset: Int, in file: SourceFile, scope: Int) {
    (self.form, self.name, self.offset, self.scope) = (form, name, offset, scope)
    location = file.location(at: offset)
  }

  struct Link: Sendable {
    var name: String
    var location: SourceLocation
    var arguments: [Expression]
  }

  struct Owner: Sendable, Equatable {
    /// The index of the call in the file.
    var call: Int
    /// Whether the closure runs this call whenever it runs at all.
    var isCertain: Bool
    /// The name of the closure's first parameter; `$0` where it has none.
    var parameter: String
    /// Whether the closure belongs to a link of the chain, such as `initCompleted`.
    var isLink: Bool
  }
}

/// A declaration that other files can see, and the type around it.
///
/// A class for the reason that `CallFacts` is one. Unchecked: nothing is changed once the file is read. What is asked for often is read once:
/// the parts of a declaration belong to another module, which makes each access a call.
final class Declared: @unchecked Sendable {
  let declaration: Declaration
  /// The path of the type around it; empty for none.
  let container: String
  /// The same with its own name.
  let path: String
  let name: String
  let kind: Declaration.Kind
  let isExtension: Bool
  /// The type of a variable, the result of a function, or the target of an alias.
  let type: String?
  let isStatic: Bool
  /// Where a type is declared.
  let location: SourceLocation?
  /// The value of a variable, or of a case.
  let value: Expression?
  /// Whether that is known to stay as it is.
  let isConstant: Bool

  init(
    _ declaration: Declaration, in container: String, value: Expression? = nil, isConstant: Bool = false,
    at location: SourceLocation? = nil
  ) {
    (self.declaration, self.container, self.value, self.location) = (declaration, container, value, location)
    (name, kind) = (declaration.name, declaration.kind)
    isExtension = declaration.kind == .extension
    path = FullName.joined(container, isExtension ? String(name.prefix { $0 != "<" }) : name)
    type = declaration.type?.text
    isStatic = kind == .case || declaration.hasModifier("static") || declaration.hasModifier("class")
    self.isConstant = isConstant || declaration.isConstant || kind == .case
  }

  /// Whether another declaration of the same path says the same.
  func isCopy(of other: Declared) -> Bool {
    type == other.type && isConstant == other.isConstant && value == other.value
      && isGeneric == other.isGeneric && isFailable == other.isFailable
      && parameters.map(\.signature) == other.parameters.map(\.signature)
  }

  var parameters: [Parameter] { declaration.parameters }
  var isGeneric: Bool { declaration.isGeneric }
  /// The text that a constant of a name has.
  var text: String? { value?.constantText }
  /// Whether it is that text itself, rather than something that is made of it.
  var isGivenText: Bool { value?.string != nil }
  /// Whether an attribute puts it on an actor.
  var isOnActor: Bool { declaration.isOnActor }
  var isFailable: Bool { declaration.isFailable }
  var hasValue: Bool { declaration.value >= 0 }
  var isStored: Bool { !declaration.isComputed }
}

extension Declaration {
  /// Whether an attribute puts it on an actor.
  var isOnActor: Bool { attributes.contains { $0.name.hasSuffix("Actor") } }

  /// Whether it has an attribute that may be a macro or a property wrapper.
  var hasCustomAttribute: Bool {
    attributes.contains { $0.name.first?.isUppercase == true && $0.name != "MainActor" }
  }
}

extension Parameter {
  /// What callers see of it.
  var signature: String { "\(label ?? "_") \(name): \(typeText)\(hasDefault ? " =" : "")" }

  /// The type with the mark of a variadic one.
  var typeText: String { type.text + (isVariadic ? "..." : "") }
}
