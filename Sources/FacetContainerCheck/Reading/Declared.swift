import FacetSyntax

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
  /// Where the file stands that declares it.
  let file: String
  /// Whether other files do not see it.
  let isPrivate: Bool
  /// Where a type is declared.
  let location: SourceLocation?
  /// The value of a variable, or of a case.
  let value: Expression?
  /// Whether that is known to stay as it is.
  let isConstant: Bool

  init(
    _ declaration: Declaration, in container: String, file: String = "", value: Expression? = nil,
    isConstant: Bool = false, at location: SourceLocation? = nil
  ) {
    (self.declaration, self.container, self.value, self.location) = (declaration, container, value, location)
    (self.file, isPrivate) = (file, declaration.isPrivate)
    (name, kind) = (declaration.name, declaration.kind)
    isExtension = declaration.kind == .extension
    path = FullName.joined(container, isExtension ? String(name.prefix { $0 != "<" }) : name)
    type = declaration.type?.text
    isStatic = kind == .case || declaration.hasModifier("static") || declaration.hasModifier("class")
    self.isConstant = isConstant || declaration.isConstant || kind == .case
  }

  /// Whether it is a function or a variable.
  var isValue: Bool { isFunction || kind == .variable || kind == .case }

  /// The outermost type around it, or its own name.
  var root: String { FullName.root(of: path) }

  /// The path of a function or variable, with the file in front where that alone sees it.
  var place: String { isPrivate && container.isEmpty ? Self.place(of: path, in: file) : path }

  static func place(of path: String, in file: String) -> String { file + " " + path }

  /// What it says, but for a value.
  var shape: String {
    let taken = parameters.map(\.signature).joined(separator: ", ")
    return "\(place) \(isConstant) \(isGeneric) \(isFailable) (\(taken)) \(type ?? "")"
  }

  var parameters: [Parameter] { declaration.parameters }
  var isGeneric: Bool { declaration.isGeneric }
  /// The text that a constant of a name has.
  var text: String? { value?.constantText }
  /// Whether it is called; a case with values is, too.
  var isFunction: Bool {
    kind == .func || kind == .`init` || kind == .subscript || kind == .case && !parameters.isEmpty
  }
  var isFailable: Bool { declaration.isFailable }
  var hasValue: Bool { declaration.value >= 0 }
  var isStored: Bool { !declaration.isComputed }
}

extension Declaration {
  /// The attributes that may be macros, property wrappers or global actors.
  var customAttributes: [Attribute] { attributes.filter { $0.name.startsUppercase } }

  /// The first of them that may be a macro or a property wrapper.
  var wrapper: Attribute? { customAttributes.first { $0.name != "MainActor" } }
}

extension Parameter {
  /// What callers see of it.
  var signature: String { "\(label ?? "_") \(name): \(typeText)\(hasDefault ? " =" : "")" }

  /// The type with the mark of a variadic one.
  var typeText: String { type.text + (isVariadic ? "..." : "") }
}
